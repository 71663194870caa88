import type { Language } from '../i18n/contract.ts'

const en = {
  title: 'Featured NPCs',
  loading: 'Loading NPCs...',
  unavailable: 'The NPCs are off the map for a moment.',
  retry: 'Try again',
  live: 'LIVE',
  positionOpen: 'POSITION OPEN',
  likes: 'Likes',
  dislikes: 'Dislikes',
  none: 'No NPC has entered the game yet.',
}

export type NpcsMessages = typeof en

export const npcsMessages = {
  en,
  es: {
    title: 'NPC destacados',
    loading: 'Cargando NPC...',
    unavailable: 'Los NPC están fuera del mapa por un momento.',
    retry: 'Reintentar',
    live: 'EN VIVO',
    positionOpen: 'PUESTO LIBRE',
    likes: 'Me gusta',
    dislikes: 'No me gusta',
    none: 'Aún no ha entrado ningún NPC en la partida.',
  },
  fr: {
    title: 'PNJ à la une',
    loading: 'Chargement des PNJ...',
    unavailable: 'Les PNJ sont momentanément hors de la carte.',
    retry: 'Réessayer',
    live: 'EN DIRECT',
    positionOpen: 'PLACE LIBRE',
    likes: 'J’aime',
    dislikes: 'Je n’aime pas',
    none: 'Aucun PNJ n’est encore entré en jeu.',
  },
  de: {
    title: 'NPCs im Rampenlicht',
    loading: 'NPCs werden geladen...',
    unavailable: 'Die NPCs sind gerade nicht auf der Karte.',
    retry: 'Noch einmal versuchen',
    live: 'LIVE',
    positionOpen: 'PLATZ FREI',
    likes: 'Gefällt mir',
    dislikes: 'Gefällt mir nicht',
    none: 'Noch hat kein NPC das Spiel betreten.',
  },
  ru: {
    title: 'NPC в центре внимания',
    loading: 'Загружаем NPC...',
    unavailable: 'NPC ненадолго пропали с карты.',
    retry: 'Попробовать снова',
    live: 'В ЭФИРЕ',
    positionOpen: 'МЕСТО СВОБОДНО',
    likes: 'Нравится',
    dislikes: 'Не нравится',
    none: 'Пока ни один NPC не вошёл в игру.',
  },
  zh: {
    title: '精选 NPC',
    loading: '正在加载 NPC…',
    unavailable: 'NPC 暂时离开了地图。',
    retry: '重试',
    live: '直播中',
    positionOpen: '虚位以待',
    likes: '赞',
    dislikes: '踩',
    none: '还没有 NPC 加入游戏。',
  },
} satisfies Record<Language, NpcsMessages>
