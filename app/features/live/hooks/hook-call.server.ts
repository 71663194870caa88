import * as v from 'valibot'
import { NPC_ID } from '../../npcs/contract.ts'

/** As a media server or service names one who sends. */
export const sessionSchema = v.pipe(v.string(), v.regex(/^[\w.:-]{1,200}$/))

export type Ended = { kind: 'end'; session: string; at?: Date }
export type Other = { kind: 'other' }

/** On a media server the stream of NPC 1 is `npc1`. */
export function streamName(npcId: string): string {
  return `npc${npcId}`
}

export function npcOfStream(name: string): string | undefined {
  const id = name.startsWith('npc') ? name.slice(3) : ''
  return NPC_ID.test(id) ? id : undefined
}

/** Undefined when it cannot be read. */
export function readJson<const S extends v.GenericSchema>(
  schema: S,
  body: string,
): v.InferOutput<S> | undefined {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body)
  return read.success ? read.output : undefined
}
