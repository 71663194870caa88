import * as v from 'valibot'
import { type Other, readJson, sessionSchema } from './hook-call.server.ts'

const KINDS = new Map<string, 'start' | 'end'>([
  ['video.live_stream.active', 'start'],
  ['video.live_stream.disconnected', 'end'],
  ['video.live_stream.idle', 'end'],
])

const eventSchema = v.object({ type: v.string() })
const streamSchema = v.object({
  // In words by the reference, in seconds as seen.
  created_at: v.pipe(
    v.union([
      v.pipe(v.string(), v.isoTimestamp()),
      v.pipe(
        v.number(),
        v.transform((seconds) => seconds * 1_000),
      ),
    ]),
    v.transform((time) => new Date(time)),
    v.date(),
  ),
  data: v.object({ id: sessionSchema }),
})

type Told = { kind: 'start' | 'end'; input: string; session: string; at: Date }

export function readMux(body: string): Told | Other | undefined {
  const type = readJson(eventSchema, body)?.type
  if (type === undefined) return undefined
  const kind = KINDS.get(type)
  if (kind === undefined) return { kind: 'other' }
  const told = readJson(streamSchema, body)
  return told && { kind, input: told.data.id, session: `mux:${told.data.id}`, at: told.created_at }
}
