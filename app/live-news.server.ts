import { formatSol } from './features/donations/format-sol.ts'
import type { Language } from './features/i18n/contract.ts'
import { roadmapMessages } from './features/roadmap/messages.ts'
import type { Quest } from './features/roadmap/milestones.ts'
import { fill, formatCompact } from './platform/browser/messages.tsx'

type News = { title: string; description: string }
type Words = { title: string; total: string; next: string }
type Facts = { siteName: string; total: number; next: Quest | undefined }

const NEWS: Record<Language, Words> = {
  en: {
    title: 'Live now on {site}',
    total: 'Total donated: {total} SOL.',
    next: ' Next quest at a market cap of {cap}: {quest}.',
  },
  es: {
    title: 'Ahora en directo en {site}',
    total: 'Total donado: {total} SOL.',
    next: ' Próxima misión, con una capitalización de {cap}: {quest}.',
  },
  fr: {
    title: 'En direct maintenant sur {site}',
    total: 'Total des dons\u202f: {total} SOL.',
    next: ' Prochaine quête, à {cap} de capitalisation\u202f: {quest}.',
  },
  de: {
    title: 'Jetzt live auf {site}',
    total: 'Insgesamt gespendet: {total} SOL.',
    next: ' Nächste Quest bei {cap} Marktkapitalisierung: {quest}.',
  },
  ru: {
    title: 'Сейчас в эфире на {site}',
    total: 'Всего собрано: {total} SOL.',
    next: ' Следующий квест при капитализации {cap}: {quest}.',
  },
  zh: {
    title: '{site} 正在直播',
    total: '捐赠总额：{total} SOL。',
    next: '下一个任务（市值达到 {cap}）：{quest}。',
  },
}

/** What a link to the live page says while its NPC is live; only the server needs it, for those who preview links. */
export function describeLiveNews(language: Language, { siteName, total, next }: Facts): News {
  const words = NEWS[language]
  const sum = fill(words.total, { total: formatSol(language, total) })
  return {
    title: fill(words.title, { site: siteName }),
    description: next === undefined ? sum : sum + describeNext(language, words.next, next),
  }
}

function describeNext(language: Language, text: string, { cap, key }: Quest): string {
  return fill(text, { cap: formatCompact(language, cap), quest: roadmapMessages[language][key] })
}
