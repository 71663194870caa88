import type { Db } from '../../platform/database/database.server.ts'
import { gauge, type Metric } from '../../platform/metrics/metrics.server.ts'
import { listNpcs } from './npcs-store.server.ts'

export async function collectNpcs({ db }: { db: Db }): Promise<Metric[]> {
  const npcs = await listNpcs({ db })
  return [
    gauge(
      'npc_stream_votes',
      'Votes that visitors have now.',
      npcs.flatMap(({ id, likes, dislikes }) => [
        { labels: { npc: id, type: 'like' }, value: likes },
        { labels: { npc: id, type: 'dislike' }, value: dislikes },
      ]),
    ),
  ]
}
