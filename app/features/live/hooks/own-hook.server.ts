import * as v from 'valibot'
import { NPC_ID } from '../../npcs/contract.ts'
import { type HookSource, readJson, sessionSchema } from './hook-call.server.ts'

const schema = v.object({
  npc_id: v.pipe(v.string(), v.regex(NPC_ID)),
  session: sessionSchema,
  state: v.picklist(['live', 'ended']),
})

export const ownHook = {
  path: 'stream',
  secret: 'secret',
  authentication: { by: 'signature', header: 'x-npc-signature' },
  read: {
    json(body, signedAt) {
      const call = readJson(schema, body)
      if (call === undefined) return undefined
      const report = { session: `hook:${call.session}`, ...(signedAt && { at: signedAt }) }
      return call.state === 'live'
        ? { kind: 'start', npcId: call.npc_id, ...report }
        : { kind: 'end', ...report }
    },
  },
} satisfies HookSource
