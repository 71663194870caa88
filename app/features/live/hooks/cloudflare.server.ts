import * as v from 'valibot'
import { type Other, readJson, sessionSchema } from './hook-call.server.ts'

const KINDS = new Map<string, 'start' | 'end'>([
  ['live_input.connected', 'start'],
  ['live_input.disconnected', 'end'],
  ['live_input.errored', 'end'],
])

const noteSchema = v.object({ data: v.optional(v.object({ event_type: v.optional(v.string(), '') })) })
const inputSchema = v.object({
  data: v.object({
    input_id: sessionSchema,
    updated_at: v.pipe(
      v.string(),
      v.transform((text) => new Date(text)),
      v.date(),
    ),
  }),
})

type Told = { kind: 'start' | 'end'; input: string; session: string; at: Date }

/** A note without an event is how Cloudflare tries out the address; it wants that taken well. */
export function readCloudflare(body: string): Told | Other | undefined {
  const note = readJson(noteSchema, body)
  if (note === undefined) return undefined
  const kind = KINDS.get(note.data?.event_type ?? '')
  if (kind === undefined) return { kind: 'other' }
  const told = readJson(inputSchema, body)?.data
  return told && { kind, input: told.input_id, session: `cloudflare:${told.input_id}`, at: told.updated_at }
}
