import type { Translations } from '../npcs/contract.ts'

/** One thing that an NPC does today. */
export type Step = { id: number; text: string; is_done: boolean }

/** What an NPC is after. The page has a text of its own where `texts` has none. Also the data of the event `mission`. */
export type Mission = { npc_id: string; texts: Translations; steps: Step[] }

/** In code points. */
export const MAX_MISSION_LENGTH = 300
export const MAX_STEP_LENGTH = 100
export const MAX_STEPS = 20
