import type { Language } from '../i18n/contract.ts'

const en = {
  title: 'First ever NPC Streaming platform',
  lead: 'Real people live out real goals, live. Each market-cap milestone unlocks the next quest.',
  meet: 'Meet the NPCs',
  pageTitle: 'NPC Stream: real people, live quests',
}

export type WelcomeMessages = typeof en

export const welcomeMessages = {
  en,
  es: {
    title: 'La primera plataforma de streaming de NPC',
    lead: 'Personas reales viven metas reales, en directo. Cada hito de capitalización desbloquea la siguiente misión.',
    meet: 'Conoce a los NPC',
    pageTitle: 'NPC Stream: personas reales, misiones en directo',
  },
  fr: {
    title: 'La toute première plateforme de streaming de PNJ',
    lead: 'De vraies personnes vivent de vrais objectifs, en direct. Chaque palier de capitalisation débloque la quête suivante.',
    meet: 'Rencontrer les PNJ',
    pageTitle: 'NPC Stream : de vraies personnes, des quêtes en direct',
  },
  de: {
    title: 'Die erste NPC-Streaming-Plattform überhaupt',
    lead: 'Echte Menschen leben echte Ziele, live. Jeder Meilenstein der Marktkapitalisierung schaltet die nächste Quest frei.',
    meet: 'Die NPCs kennenlernen',
    pageTitle: 'NPC Stream: echte Menschen, Quests live',
  },
  ru: {
    title: 'Первая в мире платформа NPC-стриминга',
    lead: 'Настоящие люди идут к настоящим целям в прямом эфире. Каждая новая отметка капитализации открывает следующий квест.',
    meet: 'Познакомиться с NPC',
    pageTitle: 'NPC Stream: настоящие люди, квесты в прямом эфире',
  },
  zh: {
    title: '史上首个 NPC 直播平台',
    lead: '真实的人，在直播中实现真实的目标。市值每达到一个里程碑，就解锁下一个任务。',
    meet: '认识 NPC',
    pageTitle: 'NPC Stream：真实的人，直播的任务',
  },
} satisfies Record<Language, WelcomeMessages>
