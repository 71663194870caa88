import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { npcNames } from '../support/npc-names.ts'
import { databaseServersOf, processesOf } from '../support/processes.ts'
import { type SiteProcess, startSite } from '../support/site-process.ts'
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.ts'
import { testEnvironment } from '../support/test-environment.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

function start(): SiteProcess {
  return startSite({ DATA_DIR: folder.path })
}

describe.skipIf(testEnvironment.databaseServer !== undefined)('the embedded database', () => {
  test('comes back by itself after kill -9 of its server', async () => {
    const site = start()
    const address = await site.opened
    const [server] = databaseServersOf(folder.path)
    process.kill(server?.pid ?? 0, 'SIGKILL')
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
      process.kill(databaseServersOf(folder.path)[0]?.pid ?? 0, 'SIGKILL')
      await sleep(delayMs)
      expect(await site.stop()).toEqual({ code: 0, signal: null })
      await vi.waitFor(() => expect(processesOf(folder.path)).toEqual([]), { timeout: 10_000, interval: 50 })
    }
  })

  test('is set up again when the first start was killed at any moment of it', async () => {
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

  test('is known under another name of its folder', async () => {
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

  test('is refused to a second process, in one line', async () => {
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

  test('starts over a leftover file that names some other process', async () => {
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
      env: { ...testEnvironment.all, DATA_DIR: folder.path, PORT: '0' },
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
