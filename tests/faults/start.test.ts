import { spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { emptyDatabase } from '../support/database/test-database.ts'
import { processesOf } from '../support/site/processes.ts'
import { startSite } from '../support/site/site-process.ts'
import { databaseVariables } from '../support/site/site-variables.ts'
import { startServer } from '../support/start-server.ts'

const START = fileURLToPath(new URL('../../server/start.js', import.meta.url))

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

/** Expects a failed start: one line for the operator, exit code 1 and nothing left running. */
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
  const { port, close } = await startServer(() => {})
  expect(await failedStart({ PORT: String(port) })).toBe(
    `NPC Stream cannot start: 127.0.0.1:${port} cannot be listened on (EADDRINUSE); set another PORT or HOST\n`,
  )
  close()
})

test('a DATA_DIR that cannot be written', async () => {
  await writeFile(join(folder.path, 'file'), '')
  const path = join(folder.path, 'file', 'data')
  expect(await failedStart({ DATA_DIR: path })).toBe(
    `NPC Stream cannot start: DATA_DIR ${path} cannot be written (ENOTDIR)\n`,
  )
})

test('a DATABASE_URL that cannot be reached, without its password', async () => {
  const variables = databaseVariables('postgres://site:hunter2@127.0.0.1:1/npc')
  expect(await failedStart(variables)).toBe(
    'NPC Stream cannot start: the PostgreSQL of DATABASE_URL (127.0.0.1:1/npc) cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
  )
})

test('a database of a newer version', async () => {
  const { url, drop } = await emptyDatabase(inject('databaseServer'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("create table schema_migrations as select '9999-of-the-future.sql' as name")
  await client.end()
  expect(await failedStart(databaseVariables(url))).toBe(
    'NPC Stream cannot start: the database was brought up to date by a newer version (9999-of-the-future.sql); start that version, or restore a backup of this one\n',
  )
  await drop()
})

test('a DATA_DIR of another major version of PostgreSQL', async () => {
  const cluster = join(folder.path, 'postgres')
  await mkdir(cluster)
  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  expect(await failedStart({})).toBe(
    `NPC Stream cannot start: ${cluster} was made by PostgreSQL 17, this is 18; write a backup with the version of NPC Stream that made it, and restore it with this one into a new DATA_DIR\n`,
  )
})

test('a bad variable', async () => {
  expect(await failedStart({ PORT: 'http' })).toBe(
    'NPC Stream cannot start: PORT is "http"; it takes a whole number from 0 to 65535\n',
  )
})

test('several bad variables, one line each, with a misspelt name', async () => {
  const site = startSite({ DATA_DIR: folder.path, PORT: 'http', LOG_LEVEL: 'loud', RTMP_PROT: '1' })
  expect(await site.ended).toEqual({ code: 1, signal: null })
  expect(site.output()).toEqual({
    out: '',
    err: [
      'PORT is "http"; it takes a whole number from 0 to 65535',
      'LOG_LEVEL is "loud"; it takes one of fatal, error, warn, info, debug, trace, silent',
      'RTMP_PROT is not a setting of NPC Stream; did you mean RTMP_PORT?',
    ]
      .map((problem) => `NPC Stream cannot start: ${problem}\n`)
      .join(''),
  })
})

test('a DATA_DIR where no folder can be made', async () => {
  expect(await failedStart({ DATA_DIR: '/proc/npc-stream' })).toBe(
    'NPC Stream cannot start: DATA_DIR /proc/npc-stream cannot be written (ENOENT)\n',
  )
})

test('a DATA_DIR that others can write', async () => {
  await chmod(folder.path, 0o777)
  expect(await failedStart({})).toContain(`DATA_DIR ${folder.path} can be written by other users; run "chmod`)
})

/** No native packages are published for this platform. */
const ON_RISCV = {
  NODE_OPTIONS: `--import=data:text/javascript,Object.defineProperty(process,'arch',{value:'riscv64'})`,
}

test('a machine without an embedded PostgreSQL', async () => {
  expect(await failedStart(ON_RISCV)).toBe(
    'NPC Stream cannot start: no embedded PostgreSQL for linux-riscv64; set DATABASE_URL\n',
  )
})

test('a machine without an embedded ledger: one line, and everything but donations works', async () => {
  const { url, drop } = await emptyDatabase(inject('databaseServer'))
  const variables = { DATABASE_URL: url, VISITOR_SECRET: 'x'.repeat(32), DATA_DIR: folder.path, ...ON_RISCV }
  const site = startSite(variables)
  const address = await site.opened
  expect(site.output().out).toMatch(/ledger\s+no embedded ledger for linux-riscv64; set SOLANA_RPC_URL\n/)
  expect((await fetch(`${address}/npc1`)).status).toBe(200)
  const json = (method: string, path: string, body: object) =>
    fetch(address + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await json('PUT', '/api/npcs/1/vote', { vote_type: 'like' })).status).toBe(200)
  const intent = await json('POST', '/api/npcs/1/donation-intents', { username: 'Ann', amount: 0.5 })
  expect(intent.status).toBe(201)
  const { id } = await intent.json()
  const payer = 'So11111111111111111111111111111111111111112'
  expect((await json('POST', `/api/donation-intents/${id}/transaction`, { payer })).status).toBe(503)
  const verified = await json('POST', '/api/verify-solana-tx', { txHash: '5'.repeat(88) })
  expect(await verified.json()).toEqual({ success: false, reason: 'rpc_unavailable' })
  expect(site.output().err).not.toContain('"level":50')
  expect(await site.stop()).toEqual({ code: 0, signal: null })
  await drop()
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
