import * as v from 'valibot'
import { NPC_ID } from '../../npcs/contract.ts'
import { type Ended, readJson, sessionSchema } from './hook-call.server.ts'

const schema = v.object({
  npc_id: v.pipe(v.string(), v.regex(NPC_ID)),
  session: sessionSchema,
  state: v.picklist(['live', 'ended']),
})

type Began = { kind: 'start'; npcId: string; session: string; at: Date }

/** `at`: when it was signed. */
export function readOwnHook(body: string, at: Date): Began | Ended | undefined {
  const told = readJson(schema, body)
  if (told === undefined) return undefined
  const session = `hook:${told.session}`
  return told.state === 'live'
    ? { kind: 'start', npcId: told.npc_id, session, at }
    : { kind: 'end', session, at }
}
