import type { Mission } from '../../features/missions/contract.ts'
import type { Npc, NpcDetails } from '../../features/npcs/contract.ts'

/** An NPC as an operator edits it. `revision` names the state of the details. */
export type EditableNpc = { npc: Npc; details: NpcDetails; revision: string; is_first: boolean }

/** What an NPC is after, as its member edits it. */
export type Plan = { name: string; mission: Mission }
