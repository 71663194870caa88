import type { Language } from '../i18n/contract.ts'

const en = {
  title: 'First ever NPC Streaming platform',
  lead: 'Real people chase real goals, live on stream. Each market-cap milestone unlocks the next quest.',
  startWatching: 'Start Watching',
  become: 'Become an NPC',
  pageTitle: '{site}: real people, live quests',
  stats: 'The platform in numbers',
  activeNpcs: 'Active NPCs',
  onlineUsers: 'Online Users',
  currentCap: 'Current Cap',
  soon: 'SOON',
  liveStream: 'Live Stream',
  welcomeTitle: 'Welcome, player',
  welcomeText:
    'In every game there are characters who never get a story of their own. Here they do. An NPC is a real person with a camera and a list of goals. The community watches, votes and cheers; when the market cap reaches a milestone, the next goal unlocks and the NPC makes it happen, live.',
  joinTitle: 'This could be your quest',
  joinText:
    'We bring the gear, the vision and the audience. You bring a dream and the courage to live it on camera.',
}

export type WelcomeMessages = typeof en

export const welcomeMessages = {
  en,
  es: {
    title: 'La primera plataforma de streaming de NPC de la historia',
    lead: 'Personas reales persiguen metas reales, en directo. Cada hito de capitalización desbloquea la siguiente misión.',
    startWatching: 'Ver ahora',
    become: 'Hazte NPC',
    pageTitle: '{site}: personas reales, misiones en directo',
    stats: 'La plataforma en cifras',
    activeNpcs: 'NPC activos',
    onlineUsers: 'Personas en línea',
    currentCap: 'Capitalización actual',
    soon: 'PRONTO',
    liveStream: 'Emisión en directo',
    welcomeTitle: 'Te damos la bienvenida a la partida',
    welcomeText:
      'En todos los juegos hay personajes que nunca tienen una historia propia. Aquí sí. Un NPC es una persona real con una cámara y una lista de metas. La comunidad mira, vota y anima; cuando la capitalización alcanza un hito, se desbloquea la siguiente meta y el NPC la cumple en directo.',
    joinTitle: 'Esta podría ser tu misión',
    joinText:
      'Ponemos el equipamiento, la visión y el público. Tú pones un sueño y el valor de vivirlo ante la cámara.',
  },
  fr: {
    title: 'La toute première plateforme de streaming de PNJ',
    lead: 'De vraies personnes poursuivent de vrais objectifs, en direct. Chaque palier de capitalisation débloque la quête suivante.',
    startWatching: 'Regarder',
    become: 'Devenir PNJ',
    pageTitle: '{site}\u202f: de vraies personnes, des quêtes en direct',
    stats: 'La plateforme en chiffres',
    activeNpcs: 'PNJ actifs',
    onlineUsers: 'Personnes en ligne',
    currentCap: 'Capitalisation actuelle',
    soon: 'BIENTÔT',
    liveStream: 'Diffusion en direct',
    welcomeTitle: 'Bienvenue dans la partie',
    welcomeText:
      'Dans chaque jeu, certains personnages n’ont jamais droit à leur propre histoire. Ici, si. Un PNJ (NPC en anglais) est une vraie personne avec une caméra et une liste d’objectifs. La communauté regarde, vote et encourage\u202f; quand la capitalisation atteint un palier, l’objectif suivant se débloque et le PNJ le réalise en direct.',
    joinTitle: 'Cette quête pourrait être la vôtre',
    joinText:
      'Nous apportons le matériel, la vision et le public. Vous apportez un rêve et le courage de le vivre devant la caméra.',
  },
  de: {
    title: 'Die erste NPC-Streaming-Plattform überhaupt',
    lead: 'Echte Menschen verfolgen echte Ziele, live im Stream. Jeder Meilenstein der Marktkapitalisierung schaltet die nächste Quest frei.',
    startWatching: 'Jetzt zuschauen',
    become: 'NPC werden',
    pageTitle: '{site}: echte Menschen, Live-Quests',
    stats: 'Die Plattform in Zahlen',
    activeNpcs: 'Aktive NPCs',
    onlineUsers: 'Personen online',
    currentCap: 'Aktuelle Kapitalisierung',
    soon: 'BALD',
    liveStream: 'Livestream',
    welcomeTitle: 'Willkommen im Spiel',
    welcomeText:
      'In jedem Spiel gibt es Figuren, die nie eine eigene Geschichte bekommen. Hier bekommen sie eine. Ein NPC ist ein echter Mensch mit einer Kamera und einer Liste von Zielen. Die Community schaut zu, stimmt ab und fiebert mit; erreicht die Marktkapitalisierung einen Meilenstein, wird das nächste Ziel freigeschaltet, und der NPC verwirklicht es live.',
    joinTitle: 'Das könnte deine Quest sein',
    joinText:
      'Wir stellen Technik, Vision und Publikum. Du bringst einen Traum mit und den Mut, ihn vor der Kamera zu leben.',
  },
  ru: {
    title: 'Первая в мире платформа NPC-стриминга',
    lead: 'Настоящие люди идут к настоящим целям в прямом эфире. Каждый новый рубеж капитализации открывает следующий квест.',
    startWatching: 'Смотреть',
    become: 'Стать NPC',
    pageTitle: '{site}: настоящие люди, квесты в прямом эфире',
    stats: 'Платформа в цифрах',
    activeNpcs: 'Активные NPC',
    onlineUsers: 'Сейчас онлайн',
    currentCap: 'Текущая капитализация',
    soon: 'СКОРО',
    liveStream: 'Прямой эфир',
    welcomeTitle: 'Добро пожаловать в игру',
    welcomeText:
      'В каждой игре есть персонажи, у которых никогда не бывает своей истории. Здесь она у них есть. NPC\u00a0— это настоящий человек с камерой и списком целей. Сообщество смотрит, голосует и болеет за него; когда капитализация достигает нового рубежа, открывается следующая цель, и NPC воплощает её в прямом эфире.',
    joinTitle: 'Это может быть ваш квест',
    joinText:
      'С нас\u00a0— техника, концепция и зрители. С вас\u00a0— мечта и смелость воплотить её перед камерой.',
  },
  zh: {
    title: '史上首个 NPC 直播平台',
    lead: '真实的人，在直播中追逐真实的目标。市值每达到一个里程碑，就解锁下一个任务。',
    startWatching: '开始观看',
    become: '成为 NPC',
    pageTitle: '{site}：真人上阵，任务直播',
    stats: '平台数据',
    activeNpcs: '活跃 NPC',
    onlineUsers: '在线人数',
    currentCap: '当前市值',
    soon: '即将公布',
    liveStream: '直播',
    welcomeTitle: '欢迎你，玩家',
    welcomeText:
      '每个游戏里，总有一些角色从来没有自己的故事。在这里，他们有了。NPC 是真实的人，带着一个摄像头和一份目标清单。社区一起观看、投票、加油；市值每达到一个里程碑，下一个目标就会解锁，由 NPC 在直播中实现。',
    joinTitle: '这也可以是你的任务',
    joinText: '我们提供设备、愿景和观众。你带来梦想，以及在镜头前实现它的勇气。',
  },
} satisfies Record<Language, WelcomeMessages>
