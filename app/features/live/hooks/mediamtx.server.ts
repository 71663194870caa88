import * as v from 'valibot'
import { type Ended, npcOfStream, readJson, sessionSchema } from './hook-call.server.ts'

const askSchema = v.object({
  action: v.string(),
  path: v.string(),
  password: v.optional(v.string(), ''),
  token: v.optional(v.string(), ''),
  query: v.optional(v.string(), ''),
})

type Asked =
  | { kind: 'publish'; npcId: string | undefined; key: string }
  | { kind: 'watch' }
  | { kind: 'administer' }

/** May somebody do this? As `authMethod: http` asks. */
export function readMediamtxQuestion(body: string): Asked | undefined {
  const asked = readJson(askSchema, body)
  if (asked === undefined) return undefined
  const { action, path, password, token, query } = asked
  if (action === 'read' || action === 'playback') return { kind: 'watch' }
  if (action !== 'publish') return { kind: 'administer' }
  const key = new URLSearchParams(query).get('key') || password || token
  return { kind: 'publish', npcId: npcOfStream(path), key }
}

type Began = { kind: 'start'; npcId: string | undefined; session: string }

/** As our lines for `runOnReady` and `runOnNotReady` send it. */
export function readMediamtxNews(form: URLSearchParams): Began | Ended | undefined {
  const source = v.safeParse(sessionSchema, form.get('source'))
  if (!source.success) return undefined
  const session = `mediamtx:${source.output}`
  if (form.get('state') === 'ended') return { kind: 'end', session }
  if (form.get('state') !== 'live') return undefined
  return { kind: 'start', npcId: npcOfStream(form.get('path') ?? ''), session }
}
