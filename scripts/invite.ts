import { parseArgs } from 'node:util'
import { linkOf } from '../app/features/members/access.server.ts'
import type { InvitationRequest } from '../app/features/members/contract.ts'
import { invite } from '../app/features/members/invitations-store.server.ts'
import { NPC_ID } from '../app/features/npcs/contract.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { findRunningSite } from './support/find-running-site.ts'
import { runScript } from './support/run-script.ts'
import { readSiteEnvironment, withSiteDatabase } from './support/site-database.ts'

const USAGE =
  'npm run invite -- [--npc 1]; prints a one-time link to the desk, for an operator or for one NPC'

function readRequest(args: string[]): InvitationRequest {
  try {
    const { npc } = parseArgs({ args, options: { npc: { type: 'string' } } }).values
    if (npc === undefined) return { role: 'operator' }
    if (NPC_ID.test(npc)) return { role: 'npc', npc_id: npc }
  } catch {}
  throw new CannotStart(`Usage: ${USAGE}`)
}

// For an operator who has lost the password: whoever may run this could change the database anyway.
await runScript(USAGE, async (args) => {
  const request = readRequest(args)
  const environment = readSiteEnvironment()
  const site = await findRunningSite(environment.dataDir)
  const deskUrl = environment.desk.url ?? site?.desk
  if (!deskUrl) throw new CannotStart('the site has no desk; set OPERATOR_PORT and start it')
  const token = await withSiteDatabase(environment, (db) => invite({ db }, undefined, request))
  if (token === undefined) throw new CannotStart('there is no such NPC')
  console.log(linkOf(() => deskUrl, token))
})
