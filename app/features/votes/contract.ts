import * as v from 'valibot'
import type { Npc } from '../npcs/contract.ts'

const voteTypeSchema = v.picklist(['like', 'dislike'])
export type VoteType = v.InferOutput<typeof voteTypeSchema>

export const castVoteSchema = v.object({ vote_type: voteTypeSchema })

/** The caller's own votes, by NPC. */
export type OwnVotes = Record<string, VoteType>

export type VoteAnswer = { npc: Npc; vote_type: VoteType | null }
