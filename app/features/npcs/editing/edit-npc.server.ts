import type { ClientBase } from 'pg'
import type { NpcDetails } from '../contract.ts'
import { findNpc } from '../npcs-store.server.ts'
import { lockNpc, updateNpcDetails } from './npc-editing-store.server.ts'
import { detailsOf, revisionOf } from './revision.server.ts'

type Edited =
  | { status: 'edited'; fields: string[] }
  | { status: 'unchanged' }
  | { status: 'changed meanwhile' }
  | { status: 'unknown' }

/** `revision` is that of the details which the operator began with. */
export async function editNpc(
  client: ClientBase,
  id: number,
  { revision, details }: { revision: string; details: NpcDetails },
): Promise<Edited> {
  if (!(await lockNpc(client, id))) return { status: 'unknown' }
  const npc = await findNpc({ db: client }, id)
  if (npc === undefined) return { status: 'unknown' }
  const stored = detailsOf(npc)
  if (revisionOf(stored) === revisionOf(details)) return { status: 'unchanged' }
  if (revisionOf(stored) !== revision) return { status: 'changed meanwhile' }
  await updateNpcDetails(client, id, details)
  return { status: 'edited', fields: changedFields(stored, details) }
}

function changedFields(before: NpcDetails, after: NpcDetails): string[] {
  const fields = ['name', 'x_account', 'description', 'descriptions'] as const
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}
