import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { processesOf } from '../support/processes.ts'
import { startSite } from '../support/site-process.ts'
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts'

const START = fileURLToPath(new URL('../../server/start.js', import.meta.url))

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

/** What the operator reads when the start fails: one line, exit code 1, and nothing left running. */
async function failedStart(variables: Record<string, string>): Promise<string> {
  const site = startSite({ DATA_DIR: folder.path, ...variables })
  expect(await site.ended).toEqual({ code: 1, signal: null })
  const { out, err } = site.output()
  expect(out).toBe('')
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(processesOf(folder.path)).toEqual([])
  return err
}

test('a taken port', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await failedStart({ PORT: String(port) })).toBe(
    `NPC Stream cannot start: 127.0.0.1:${port} cannot be listened on (EADDRINUSE); set another PORT or HOST\n`,
  )
  other.close()
})

test('a DATA_DIR that cannot be written', async () => {
  await writeFile(join(folder.path, 'file'), '')
  const path = join(folder.path, 'file', 'data')
  expect(await failedStart({ DATA_DIR: path })).toBe(
    `NPC Stream cannot start: DATA_DIR ${path} cannot be written (ENOTDIR)\n`,
  )
})

test('a DATABASE_URL that cannot be reached, without its password', async () => {
  const variables = {
    DATABASE_URL: 'postgres://site:hunter2@127.0.0.1:1/npc',
    VISITOR_SECRET: 'for tests only',
  }
  expect(await failedStart(variables)).toBe(
    'NPC Stream cannot start: the PostgreSQL of DATABASE_URL (127.0.0.1:1/npc) cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
  )
})

test('a bad variable', async () => {
  expect(await failedStart({ PORT: 'http' })).toBe(
    'NPC Stream cannot start: PORT is "http"; it takes a whole number from 0 to 65535\n',
  )
})

test('a Node.js that is too old', () => {
  const pretendOld = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`
  const { status, stderr } = spawnSync(process.execPath, ['--import', pretendOld, START], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(stderr).toContain('needs Node.js 22.22 or newer')
})
