import { createHash } from 'node:crypto'
import type { Npc, NpcDetails } from '../contract.ts'
import { tidyTranslations } from './judge-details.ts'

export function detailsOf({ name, x_account, description, descriptions = {} }: Npc): NpcDetails {
  return { name, x_account, description, descriptions: tidyTranslations(descriptions) }
}

/** Equal as long as nobody has changed the details, with the desk or with SQL. */
export function revisionOf({ name, x_account, description, descriptions }: NpcDetails): string {
  const content = JSON.stringify([name, x_account, description, tidyTranslations(descriptions)])
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
