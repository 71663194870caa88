import type { Words } from '../../platform/browser/messages.tsx'
import { DEFAULT_LANGUAGE, type Language } from '../i18n/contract.ts'

/** What the migrations write about the first NPCs. A text that an operator has changed is not among them. */
export const SEEDED_DESCRIPTIONS: Record<Language, string>[] = [
  {
    en: 'Lives in Tallinn, streams around the clock and takes on a new quest each time the cap hits a milestone.',
    es: 'Vive en Tallin, emite las veinticuatro horas y emprende una nueva misión cada vez que la capitalización alcanza un hito.',
    fr: 'Vit à Tallinn, diffuse jour et nuit et se lance dans une nouvelle quête chaque fois que la capitalisation atteint un palier.',
    de: 'Lebt in Tallinn, streamt rund um die Uhr und beginnt mit jedem Meilenstein der Marktkapitalisierung eine neue Quest.',
    ru: 'Живёт в Таллине, круглые сутки в эфире и берётся за новый квест с каждым рубежом капитализации.',
    zh: '住在塔林，全天候直播。市值每达到一个里程碑，就挑战一个新任务。',
  },
  {
    en: 'This seat is empty. Bring a phone, a dream and a little courage, and the story writes itself.',
    es: 'Este puesto está libre. Trae un móvil, un sueño y un poco de valor, y la historia se escribirá sola.',
    fr: 'Cette place est libre. Venez avec un téléphone, un rêve et un peu de courage\u202f: l’histoire s’écrira toute seule.',
    de: 'Dieser Platz ist frei. Bring ein Handy, einen Traum und etwas Mut mit, dann schreibt sich die Geschichte von selbst.',
    ru: 'Это место свободно. Возьмите телефон, мечту и немного смелости, и история напишется сама.',
    zh: '这个位置还空着。带上手机、梦想和一点勇气，故事自会展开。',
  },
  {
    en: 'Another seat waiting for its main character. We bring the gear, the community and the cheering.',
    es: 'Otro puesto que espera a su protagonista. Ponemos el equipamiento, la comunidad y los ánimos.',
    fr: 'Encore une place qui attend son personnage principal. Nous apportons le matériel, la communauté et les encouragements.',
    de: 'Noch ein Platz, der auf seine Hauptfigur wartet. Technik, Community und Applaus kommen von uns.',
    ru: 'Ещё одно место ждёт своего главного персонажа. С нас\u00a0— техника, сообщество и аплодисменты.',
    zh: '又一个位置在等待主角登场。设备、社区和加油声，都由我们来准备。',
  },
]

/** By the English text, since that is what the database has. English itself needs none. */
export function translateDescriptions(language: Language): Words {
  if (language === DEFAULT_LANGUAGE) return {}
  return Object.fromEntries(SEEDED_DESCRIPTIONS.map((texts) => [texts.en, texts[language]]))
}
