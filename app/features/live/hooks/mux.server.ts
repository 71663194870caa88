import * as v from 'valibot'
import { type HookSource, readJson, sessionSchema } from './hook-call.server.ts'

const KINDS = new Map<string, 'start' | 'end'>([
  ['video.live_stream.active', 'start'],
  ['video.live_stream.disconnected', 'end'],
  ['video.live_stream.idle', 'end'],
])

const eventSchema = v.object({ type: v.string() })
const streamSchema = v.object({
  // A timestamp according to the reference, seconds in recorded calls.
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

export const mux = {
  path: 'mux',
  secret: 'muxSecret',
  authentication: { by: 'signature', header: 'mux-signature' },
  read: {
    json(body) {
      const event = readJson(eventSchema, body)
      const kind = event && KINDS.get(event.type)
      if (kind === undefined) return event && { kind: 'other' }
      const stream = readJson(streamSchema, body)
      if (stream === undefined) return undefined
      const { id } = stream.data
      return { kind, input: id, session: `mux:${id}`, at: stream.created_at }
    },
  },
} satisfies HookSource
