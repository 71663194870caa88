import pg from 'pg'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { npcNames } from '../support/site/npc-names.ts'
import { databaseServersOf, processesOf } from '../support/site/processes.ts'
import { embeddedDatabaseUrl } from '../support/site/running-site.ts'
import { startSite } from '../support/site/site-process.ts'
import { testEnvironment } from '../support/site/test-environment.ts'

const KILLS = 20

async function insertNpc(folder: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: await embeddedDatabaseUrl(folder) })
  await client.connect()
  await client.query("insert into npcs (name, description) values ($1, 'just before')", [name])
  await client.end()
}

test.skipIf(testEnvironment.databaseServer !== undefined)(
  `the embedded database survives ${KILLS} times kill -9 of the site, with one server and every row`,
  async () => {
    const folder = await temporaryFolder()
    const start = () => startSite({ DATA_DIR: folder.path })
    const names = ['NPC One', 'NPC Two', 'NPC Three']
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const site = start()
      expect(await npcNames(await site.opened)).toEqual(names)
      expect(databaseServersOf(folder.path)).toHaveLength(1)
      await insertNpc(folder.path, `Kill ${kill}`)
      names.push(`Kill ${kill}`)
      await site.stop('SIGKILL')
    }
    const last = start()
    expect(await npcNames(await last.opened)).toEqual(names)
    expect(await last.stop()).toEqual({ code: 0, signal: null })
    expect(processesOf(folder.path)).toEqual([])
    await folder.remove()
  },
)
