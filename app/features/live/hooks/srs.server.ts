import * as v from 'valibot'
import { type Ended, npcOfStream, type Other, readJson, sessionSchema } from './hook-call.server.ts'

const eventSchema = v.object({ action: v.string() })
const sendingSchema = v.object({
  // A number in SRS 2 and 3.
  client_id: v.pipe(v.union([v.string(), v.number()]), v.transform(String), sessionSchema),
  stream: v.string(),
  param: v.optional(v.string(), ''),
})

type Began = { kind: 'start'; npcId: string | undefined; key: string; session: string }

export function readSrs(body: string): Began | Ended | Other | undefined {
  const action = readJson(eventSchema, body)?.action
  if (action === undefined) return undefined
  if (action !== 'on_publish' && action !== 'on_unpublish') return { kind: 'other' }
  const told = readJson(sendingSchema, body)
  if (told === undefined) return undefined
  const session = `srs:${told.client_id}`
  if (action === 'on_unpublish') return { kind: 'end', session }
  const key = new URLSearchParams(told.param).get('key') ?? ''
  return { kind: 'start', npcId: npcOfStream(told.stream), key, session }
}
