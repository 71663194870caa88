import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ClientBase } from 'pg'
import { GO_LIVE_PATH } from '../../features/live/go-live/contract.ts'
import { makeKey } from '../../features/live/ingest/stream-keys.server.ts'
import {
  delaySchema,
  keySchema,
  MAX_DELAY_S,
  MAX_NOTE_LENGTH,
  stopSchema,
} from '../../features/live/stage/contract.ts'
import {
  listStages,
  lockNpc,
  resumeStage,
  setDelay,
  stopStage,
} from '../../features/live/stage/stages-store.server.ts'
import { sessionOf } from '../../features/members/access.server.ts'
import { changeWithRecord } from '../../features/members/audit-log-store.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import type { Resources } from '../../resources.ts'
import { parseBody, readId } from '../parts/read-request.server.ts'

type Needs = Pick<Resources, 'db' | 'publicUrl' | 'ingestServers'>
type OfNpc = { Params: { npcId: string } }
type Change = { action: string; details: Record<string, string | number> }

const NPC = { config: { access: 'npc' } } as const
const MEMBER = { config: { access: 'member' } } as const

const NO_NPC = 'There is no such NPC.'
const NOTE_RULE = `A note for the publisher is one line of at most ${MAX_NOTE_LENGTH} characters.`
const DELAY_RULE = `The delay is a whole number of seconds, from 0 to ${MAX_DELAY_S}.`
const KEY_EXISTS = 'This NPC has a stream key; it was shown when it was made. Replace it to get a new one.'

/** Who may send a stream, and whether viewers get it. */
export async function stageApi(api: FastifyInstance, { db, publicUrl, ingestServers }: Needs): Promise<void> {
  /** The work throws for what it rejects. */
  async function change(
    request: FastifyRequest<OfNpc>,
    work: (client: ClientBase, npcId: number) => Promise<Change>,
  ) {
    const npcId = readId(request.params.npcId)
    const { member } = sessionOf(request)
    await changeWithRecord(db, member, (client) => work(client, npcId))
    return {}
  }

  api.get('/stages', MEMBER, async (request) => {
    const { role, npc_id } = sessionOf(request).member
    return { stages: await listStages({ db }, role === 'operator' ? null : npc_id) }
  })

  api.post<OfNpc>('/stages/:npcId/key', NPC, async (request) => {
    const { is_replaced: isReplaced } = parseBody(keySchema, request.body, 'Say whether the key is replaced.')
    let key = ''
    await change(request, async (client, npc) => {
      if (!(await lockNpc(client, npc))) throw new HttpProblem(404, NO_NPC)
      const made = await makeKey({ db: client }, { npcId: String(npc), holder: 'npc', isReplaced })
      if (made === undefined) throw new HttpProblem(409, KEY_EXISTS, undefined, 'key_exists')
      key = made
      return { action: isReplaced ? 'replaced the stream key' : 'made a stream key', details: { npc } }
    })
    return { key, servers: ingestServers, go_live_url: `${publicUrl}${GO_LIVE_PATH}#${key}` }
  })

  api.post<OfNpc>('/stages/:npcId/stop', NPC, async (request) => {
    const { note } = parseBody(stopSchema, request.body, NOTE_RULE)
    const by = sessionOf(request).member.role
    return change(request, async (client, npc) => {
      const outcome = await stopStage(client, npc, { by, note })
      if (outcome === 'unknown') throw new HttpProblem(404, NO_NPC)
      if (outcome === 'stopped before')
        throw new HttpProblem(409, 'This stream is stopped already.', undefined, 'stopped')
      return { action: 'stopped the stream', details: { npc, ...(note !== '' && { reason: note }) } }
    })
  })

  api.post<OfNpc>('/stages/:npcId/resume', async (request) =>
    change(request, async (client, npc) => {
      const outcome = await resumeStage(client, npc)
      if (outcome === 'unknown') throw new HttpProblem(404, NO_NPC)
      if (outcome === 'not stopped')
        throw new HttpProblem(409, 'This stream is not stopped.', undefined, 'not_stopped')
      return { action: 'resumed the stream', details: { npc } }
    }),
  )

  api.put<OfNpc>('/stages/:npcId/delay', async (request) => {
    const { delay_s } = parseBody(delaySchema, request.body, DELAY_RULE)
    return change(request, async (client, npc) => {
      if (!(await setDelay(client, npc, delay_s))) throw new HttpProblem(404, NO_NPC)
      return { action: 'changed the delay', details: { npc, delay_s } }
    })
  })
}
