import * as v from 'valibot'
import { type HookSource, readJson, sessionSchema } from './hook-call.server.ts'

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

export const cloudflare = {
  path: 'cloudflare',
  secret: 'cloudflareSecret',
  authentication: { by: 'secret', header: 'cf-webhook-auth' },
  read: {
    json(body) {
      const note = readJson(noteSchema, body)
      const kind = KINDS.get(note?.data?.event_type ?? '')
      // Cloudflare tests the address with a note that has no event, and expects success.
      if (kind === undefined) return note && { kind: 'other' }
      const input = readJson(inputSchema, body)?.data
      if (input === undefined) return undefined
      const { input_id: id, updated_at: at } = input
      return { kind, input: id, session: `cloudflare:${id}`, at }
    },
  },
} satisfies HookSource
