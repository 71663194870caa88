import { formatSol } from './features/donations/format-sol.ts'
import type { Language } from './features/i18n/contract.ts'
import { roadmapMessages } from './features/roadmap/messages.ts'
import { findNextQuest } from './features/roadmap/milestones.ts'
import { fill, formatCompact } from './platform/browser/messages.tsx'

type News = { title: string; description: string }

const NEWS: Record<Language, News> = {
  en: {
    title: 'Live now on NPC Stream',
    description: 'Total donated: {total} SOL. Next quest at a market cap of {cap}: {quest}.',
  },
  es: {
    title: 'Ahora en directo en NPC Stream',
    description: 'Total donado: {total} SOL. Próxima misión, con una capitalización de {cap}: {quest}.',
  },
  fr: {
    title: 'En direct maintenant sur NPC Stream',
    description:
      'Total des dons\u202f: {total} SOL. Prochaine quête, à {cap} de capitalisation\u202f: {quest}.',
  },
  de: {
    title: 'Jetzt live auf NPC Stream',
    description: 'Insgesamt gespendet: {total} SOL. Nächste Quest bei {cap} Marktkapitalisierung: {quest}.',
  },
  ru: {
    title: 'Сейчас в эфире на NPC Stream',
    description: 'Всего собрано: {total} SOL. Следующий квест при капитализации {cap}: {quest}.',
  },
  zh: {
    title: 'NPC Stream 正在直播',
    description: '捐赠总额：{total} SOL。下一个任务（市值达到 {cap}）：{quest}。',
  },
}

/** What a link to the live page says while its NPC is live; only the server needs it, for those who preview links. */
export function describeLiveNews(language: Language, total: number): News | undefined {
  const next = findNextQuest()
  if (next === undefined) return undefined
  const { title, description } = NEWS[language]
  const values = {
    total: formatSol(language, total),
    cap: formatCompact(language, next.cap),
    quest: roadmapMessages[language][next.action],
  }
  return { title, description: fill(description, values) }
}
