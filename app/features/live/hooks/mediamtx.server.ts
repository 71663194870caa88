import * as v from 'valibot'
import { type HookSource, npcOfStream, readAs, readJson, sessionSchema } from './hook-call.server.ts'

const questionSchema = v.object({
  action: v.string(),
  path: v.string(),
  password: v.optional(v.string(), ''),
  token: v.optional(v.string(), ''),
  query: v.optional(v.string(), ''),
})

export const mediamtx = {
  path: 'mediamtx',
  secret: 'secret',
  authentication: { by: 'token', server: 'mediamtx' },
  read: {
    /** What `authMethod: http` asks. */
    json(body) {
      const question = readJson(questionSchema, body)
      if (question === undefined) return undefined
      const { action, path, password, token, query } = question
      if (action === 'read' || action === 'playback') return { kind: 'watch' }
      if (action !== 'publish') return { kind: 'administer' }
      const key = new URLSearchParams(query).get('key') || password || token
      return { kind: 'publish', npcId: npcOfStream(path), key }
    },
    /** What our commands for `runOnReady` and `runOnNotReady` send. */
    form(form) {
      const source = readAs(sessionSchema, form.get('source'))
      if (source === undefined) return undefined
      const session = `mediamtx:${source}`
      if (form.get('state') === 'ended') return { kind: 'end', session }
      if (form.get('state') !== 'live') return undefined
      return { kind: 'start', npcId: npcOfStream(form.get('path') ?? ''), session }
    },
  },
} satisfies HookSource
