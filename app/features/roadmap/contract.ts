import type { Language } from '../i18n/contract.ts'

/** Where a link on the same page leads to. */
export const ROADMAP_ID = 'roadmap'

/** A milestone that an operator has marked. Two share a cap: `cap` and `action` together name one. */
export type ReachedMilestone = {
  key: string
  cap: number
  action: string
  reached_at: string
  /** As the operator wrote it, in this language. */
  reason: string
  language: Language
  evidence: string
}

/** In whole dollars, on a day such as 2026-11-18. */
export type CurrentCap = { usd: number; as_of: string }

/** What operators have said about the roadmap: the answer of `/api/roadmap` and the event `roadmap`. */
export type RoadmapFacts = { reached: ReachedMilestone[]; current_cap: CurrentCap | null }

/** The event `milestone`. */
export type MilestoneNews = { cap: number; action: string; completed: boolean }
