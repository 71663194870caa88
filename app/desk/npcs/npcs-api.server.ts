import type { FastifyInstance } from 'fastify'
import { sessionOf } from '../../features/members/access.server.ts'
import { changeWithRecord } from '../../features/members/audit-log-store.server.ts'
import { MAX_NPCS } from '../../features/npcs/contract.ts'
import { editNpc } from '../../features/npcs/editing/edit-npc.server.ts'
import { insertNpc, lockNpc, setPositionOpen } from '../../features/npcs/editing/npc-editing-store.server.ts'
import { orderNpcs } from '../../features/npcs/editing/order-npcs.server.ts'
import { detailsOf, revisionOf } from '../../features/npcs/editing/revision.server.ts'
import { listNpcs } from '../../features/npcs/npcs-store.server.ts'
import { fill } from '../../platform/browser/fill.ts'
import type { Db } from '../../platform/database/database.server.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import { readId } from '../parts/read-request.server.ts'
import type { EditableNpc } from './contract.ts'
import { readEdit, readNewNpc, readNpcOrder, readPosition } from './npc-requests.server.ts'
import { words } from './words.ts'

type OfOne = { Params: { id: string } }

const { rejected } = words

/** What operators do with the NPCs of the pages. */
export async function npcsApi(api: FastifyInstance, { db }: { db: Db }): Promise<void> {
  api.get('/npcs/list', async () => ({ npcs: await listNpcs({ db }) }))

  api.get<OfOne>('/npcs/:id', async ({ params }): Promise<EditableNpc> => {
    const id = String(readId(params.id))
    const npcs = await listNpcs({ db })
    const npc = npcs.find((one) => one.id === id)
    if (npc === undefined) throw new HttpProblem(404, words.unknownNpc)
    const details = detailsOf(npc)
    return { npc, details, revision: revisionOf(details), is_first: npc === npcs[0] }
  })

  api.post('/npcs', async (request) => {
    const asked = readNewNpc(request.body)
    let id: string | undefined
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      id = await insertNpc(client, asked)
      if (id === undefined) throw new HttpProblem(409, fill(rejected.tooMany, { count: MAX_NPCS }))
      return { action: 'created an NPC', details: { npc: id, name: asked.name } }
    })
    return { id }
  })

  api.put<OfOne>('/npcs/:id', async (request) => {
    const id = readId(request.params.id)
    const edit = readEdit(request.body)
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      const outcome = await editNpc(client, id, edit)
      if (outcome.status === 'unknown') throw new HttpProblem(404, words.unknownNpc)
      if (outcome.status === 'changed meanwhile')
        throw new HttpProblem(409, words.changedMeanwhile, undefined, 'changed_meanwhile')
      if (outcome.status === 'unchanged') return undefined
      return { action: 'edited an NPC', details: { npc: id, fields: outcome.fields.join(', ') } }
    })
    return {}
  })

  api.put('/npcs/order', async (request) => {
    const order = readNpcOrder(request.body)
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      if (!(await orderNpcs(client, order)))
        throw new HttpProblem(409, words.orderChanged, undefined, 'changed_meanwhile')
      return { action: 'ordered the NPCs', details: { order: order.to.join(', ') } }
    })
    return {}
  })

  api.put<OfOne>('/npcs/:id/position', async (request) => {
    const id = readId(request.params.id)
    const isOpen = readPosition(request.body)
    await changeWithRecord(db, sessionOf(request).member, async (client) => {
      if (!(await lockNpc(client, id))) throw new HttpProblem(404, words.unknownNpc)
      if (!(await setPositionOpen(client, id, isOpen))) return undefined
      return { action: isOpen ? 'opened a position' : 'filled a position', details: { npc: id } }
    })
    return {}
  })
}
