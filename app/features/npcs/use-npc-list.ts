import { useState } from 'react'
import { getJson } from '../../platform/browser/api-client.ts'
import { useServerValue } from '../../platform/browser/use-server-value.ts'
import type { Npc } from './contract.ts'

export type NpcList = ReturnType<typeof useNpcList>

/** `initial` is undefined when the page was rendered without the database: the browser then loads the list. */
export function useNpcList(initial: Npc[] | undefined) {
  const [hasFailed, setHasFailed] = useState(false)
  const { value, update, refresh } = useServerValue<Npc[] | undefined>(initial, {
    load: () => {
      const list = getJson<Npc[]>('/api/npcs')
      list.catch(() => setHasFailed(true))
      return list
    },
    event: 'npcs',
    read: (data) => data as Npc[],
  })
  return {
    /** Undefined until there is a list. */
    npcs: value,
    hasFailed,
    refresh,
    retry(): void {
      setHasFailed(false)
      refresh()
    },
    replace: (changed: Npc) =>
      update((shown) => shown?.map((npc) => (npc.id === changed.id ? changed : npc))),
  }
}
