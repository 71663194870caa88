import type { ClientBase } from 'pg'
import { lockNpcOrder, setNpcOrder } from './npc-editing-store.server.ts'

/** `from` is the order that the operator saw; `to` has the same NPCs. */
export type Reorder = { from: string[]; to: string[] }

/** False if the order is another one meanwhile. */
export async function orderNpcs(client: ClientBase, { from, to }: Reorder): Promise<boolean> {
  const ids = await lockNpcOrder(client)
  if (JSON.stringify(ids) !== JSON.stringify(from)) return false
  await setNpcOrder(client, to)
  return true
}
