import type { FastifyInstance } from 'fastify'
import { NPC_ID } from '../../features/npcs/contract.ts'
import { cacheFor } from '../../platform/async/cache-for.ts'
import { HttpProblem } from '../../platform/http/http-problem.server.ts'
import type { Resources } from '../../resources.ts'
import type { NpcToday, Today, TodayHistory } from './contract.ts'
import { readHistory, readNpcToday, readToday } from './read-today.server.ts'
import type { SiteReadings } from './site-readings.ts'

type OfNpc = { Params: { npcId: string } }

/** Open pages, however many, cost the database no more than one. */
const NOW_CACHED_MS = 3_000
const HISTORY_CACHED_MS = 20_000
const NPC = { config: { access: 'npc' } } as const

export async function todayApi(
  api: FastifyInstance,
  needs: Resources & { readings: SiteReadings },
): Promise<void> {
  const today = cacheFor<Today>(needs, NOW_CACHED_MS)
  const npcToday = cacheFor<NpcToday>(needs, NOW_CACHED_MS)
  const history = cacheFor<TodayHistory>(needs, HISTORY_CACHED_MS)

  function ofNpc(npcId: string): Promise<NpcToday> {
    return npcToday(npcId, async () => {
      const found = NPC_ID.test(npcId) ? await readNpcToday(needs, npcId) : undefined
      if (found === undefined) throw new HttpProblem(404, 'There is no such NPC.')
      return found
    })
  }

  api.get('/today', () => today('', () => readToday(needs)))
  api.get('/today/history', () => history('', () => readHistory(needs)))
  api.get<OfNpc>('/npcs/:npcId/today', NPC, ({ params: { npcId } }) => ofNpc(npcId))
  api.get<OfNpc>('/npcs/:npcId/today/history', NPC, async ({ params: { npcId } }) => {
    await ofNpc(npcId)
    return history(npcId, () => readHistory(needs, npcId))
  })
}
