// Same on any database: once is enough.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findRunningPostgres } from '../../app/platform/embedded-postgres/embedded-postgres.server.ts'
import { type TemporaryFolder, temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { npcNames } from '../support/site/npc-names.ts'
import { databaseServersOf, processesOf } from '../support/site/processes.ts'
import { type SiteProcess, startSite } from '../support/site/site-process.ts'
import { testEnvironment } from '../support/site/test-environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

function start(): SiteProcess {
  return startSite({ DATA_DIR: folder.path })
}

function killServer(): void {
  const servers = databaseServersOf(folder.path)
  expect(servers).toHaveLength(1)
  for (const { pid } of servers) process.kill(pid, 'SIGKILL')
}

async function askAs(role: 'owner' | 'site', statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: await findRunningPostgres(folder.path, role) })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe.skipIf(testEnvironment.databaseServer !== undefined)('the embedded database', () => {
  test('restarts after kill -9 of its server', async () => {
    const site = start()
    const address = await site.opened
    killServer()
    await vi.waitFor(async () => expect(await npcNames(address)).toHaveLength(3), {
      timeout: 30_000,
      interval: 200,
    })
    expect(databaseServersOf(folder.path)).toHaveLength(1)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    await site.stop()
    expect(processesOf(folder.path)).toEqual([])
  })

  test('leaves nothing behind when the site is stopped while its server is being restarted', async () => {
    for (const delayMs of [0, 100, 300, 600]) {
      const site = start()
      await site.opened
      killServer()
      await sleep(delayMs)
      expect(await site.stop()).toEqual({ code: 0, signal: null })
      await vi.waitFor(() => expect(processesOf(folder.path)).toEqual([]), { timeout: 10_000, interval: 50 })
    }
  })

  test('is set up again after the first start was killed at any moment', async () => {
    for (const delayMs of [400, 600, 800, 1_000]) {
      const killed = start()
      await sleep(delayMs)
      await killed.stop('SIGKILL')
      const site = start()
      expect(await npcNames(await site.opened)).toHaveLength(3)
      await site.stop()
      await rm(folder.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  })

  test('works through another path to its folder', async () => {
    const alias = `${folder.path}-alias`
    await symlink(folder.path, alias)
    const killed = start()
    await killed.opened
    await killed.stop('SIGKILL')
    const site = startSite({ DATA_DIR: alias })
    expect(await npcNames(await site.opened)).toHaveLength(3)
    expect(databaseServersOf(folder.path)).toHaveLength(1)
    await site.stop()
    await rm(alias)
  })

  test('is used by a role that may only read and write rows, also in a folder older than that role', async () => {
    const first = start()
    await first.opened
    await askAs('owner', 'drop owned by npc_stream_site; drop role npc_stream_site')
    await first.stop()
    await rm(join(folder.path, 'database-site-password'))

    const site = start()
    const address = await site.opened
    expect(await npcNames(address)).toHaveLength(3)
    const sessions =
      "select distinct usename from pg_stat_activity where application_name = '' and datname is not null"
    expect(await askAs('owner', `${sessions} and pid <> pg_backend_pid()`)).toEqual([
      { usename: 'npc_stream_site' },
    ])
    await askAs('site', "update npcs set name = 'Renamed' where id = 1")
    for (const forbidden of [
      'create table own (id integer)',
      'create temporary table own (id integer)',
      'alter table npcs add column own integer',
      'drop table npc_votes',
      'truncate npc_votes',
      "insert into schema_migrations (name) values ('own')",
      "copy (select 1) to program 'true'",
      "select pg_read_file('postgresql.conf')",
      "select lo_import('/etc/hostname')",
      'create role own superuser',
    ])
      await expect(askAs('site', forbidden), forbidden).rejects.toThrow(/permission denied|must be owner/)
    const { mode } = await stat(join(folder.path, 'database-site-password'))
    expect(mode & 0o777).toBe(0o600)
    await site.stop()
  })

  test('says in one sentence that its folder is gone, and answers 503', async () => {
    const site = start()
    const address = await site.opened
    await rm(folder.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    await vi.waitFor(() => expect(site.output().err).toContain('is gone'), { timeout: 30_000, interval: 100 })
    const vote = {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"vote_type":"like"}',
    }
    for (let request = 0; request < 5; request += 1)
      expect((await fetch(`${address}/api/npcs/1/vote`, vote)).status).toBe(503)
    const lines = site.output().err.trim().split('\n')
    expect(lines.filter((line) => line.includes('is gone'))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('a request failed'))).toEqual([])
    await site.stop()
  })

  test('rejects a second process, in one line', async () => {
    const site = start()
    await site.opened
    const second = start()
    expect(await second.ended).toEqual({ code: 1, signal: null })
    expect(second.output()).toEqual({
      out: '',
      err: `NPC Stream cannot start: DATA_DIR ${folder.path} is in use by another NPC Stream; stop that one or set another DATA_DIR\n`,
    })
    expect(await npcNames(await site.opened)).toHaveLength(3)
    await site.stop()
  })

  test('starts despite a stale file that names another process', async () => {
    const first = start()
    await first.opened
    await first.stop()
    await writeFile(
      join(folder.path, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${folder.path}/postgres\n`,
    )
    const second = start()
    expect(await npcNames(await second.opened)).toHaveLength(3)
    await second.stop()
  })

  test('ends with npm start: SIGTERM leaves no process behind', async () => {
    const npm = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...testEnvironment.all, DATA_DIR: folder.path, PORT: '0', RTMP_PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    npm.stdout.on('data', (text) => {
      output += text
    })
    await vi.waitFor(() => expect(output).toMatch(/site\s+http/), { timeout: 60_000, interval: 100 })
    expect(databaseServersOf(folder.path)).toHaveLength(1)
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    await vi.waitFor(() => expect(processesOf(folder.path)).toEqual([]), { timeout: 10_000, interval: 50 })
  })
})
