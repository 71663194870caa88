import * as v from 'valibot'
import { type HookSource, npcOfStream, readJson, sessionSchema } from './hook-call.server.ts'

const eventSchema = v.object({ action: v.string() })
const publishSchema = v.object({
  // A number in SRS 2 and 3.
  client_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), sessionSchema),
  stream: v.string(),
  param: v.optional(v.string(), ''),
})

export const srs = {
  path: 'srs',
  secret: 'secret',
  authentication: { by: 'token', server: 'srs' },
  read: {
    json(body) {
      const action = readJson(eventSchema, body)?.action
      if (action === undefined) return undefined
      if (action !== 'on_publish' && action !== 'on_unpublish') return { kind: 'other' }
      const call = readJson(publishSchema, body)
      if (call === undefined) return undefined
      const session = `srs:${call.client_id}`
      if (action === 'on_unpublish') return { kind: 'end', session }
      const key = new URLSearchParams(call.param).get('key') ?? ''
      return { kind: 'start', npcId: npcOfStream(call.stream), key, session }
    },
  },
  accept: () => ({ code: 0 }),
  rejectKey: (reply, { message }) => reply.code(403).send({ code: 403, msg: message }),
} satisfies HookSource
