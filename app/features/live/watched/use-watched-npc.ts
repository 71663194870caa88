import { getJson } from '../../../platform/browser/api-client.ts'
import type { ServerValueSource } from '../../../platform/browser/server-value.ts'
import { useServerValue } from '../../../platform/browser/use-server-value.ts'
import type { Npc } from '../../npcs/contract.ts'
import { type WatchedNpc, watchedNpc } from './watched-npc.ts'

const WATCHED: ServerValueSource<WatchedNpc | undefined> = {
  load: async () => watchedNpc(await getJson('/api/npcs')),
  event: 'npcs',
  read: (data) => watchedNpc(data as Npc[]),
}

/** `initial` is undefined when the page was rendered without the database. */
export function useWatchedNpc(initial: WatchedNpc | undefined) {
  const { value, update, refresh } = useServerValue(initial, WATCHED)
  return {
    watched: value,
    replace: (npc: Npc) => update((shown) => shown && { ...shown, npc }),
    refresh,
  }
}
