import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandInRoot, mountInto } from '../support/bare/bare-debian.ts'
import { waitFor } from '../support/wait-for.ts'

type ImageConfig = {
  User: string
  Env: string[]
  Entrypoint: string[]
  WorkingDir: string
  Volumes: Record<string, unknown>
}

const SITE = 'http://127.0.0.1:3000'

const run = promisify(execFile)

const [root = '', json = '', content = ''] = process.argv.slice(2)
const config: ImageConfig = JSON.parse(json)
const variables = Object.fromEntries(config.Env.map((line) => line.split('=', 2)))
const place = { root, user: config.User, folder: config.WorkingDir, variables }

/** As a container runtime does it: the root is read-only, and the volume begins as a copy of the image's folder. */
async function mountImage(): Promise<void> {
  const [volume = '', ...others] = Object.keys(config.Volumes)
  assert.deepEqual([volume, others], ['/data', []])
  await run('cp', ['--archive', join(root, volume), content])
  await cp('/etc/hosts', join(root, 'etc/hosts'))
  await run('mount', ['--bind', root, root])
  await run('mount', ['--bind', content, join(root, volume)])
  await mountInto(root)
  await run('mount', ['-o', 'remount,ro,bind', root])
}

function inside(...command: string[]): Promise<{ stdout: string }> {
  return run(...commandInRoot(place, command))
}

await mountImage()
const site = spawn(...commandInRoot(place, config.Entrypoint), { stdio: 'inherit' })
try {
  await waitFor('the site', async () => (await fetch(`${SITE}/readyz`)).ok)
  assert.notEqual((await inside('id', '-u')).stdout.trim(), '0')
  await assert.rejects(inside('touch', '/opt/file'), /Read-only file system/)
  await inside('./npc-stream', 'donate', '0.5', '--name', 'Ann')
  const donations = async () => (await fetch(`${SITE}/api/npcs/1/donations`)).json()
  await waitFor('the donation', async () => ((await donations()) as { total: number }).total === 0.5)
  await inside('./npc-stream', 'backup', '/data/site.backup')
  site.kill('SIGTERM')
  assert.deepEqual(await once(site, 'exit'), [0, null])
  console.log('The image runs as its user on a read-only root, takes a donation, writes a backup, and stops.')
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
process.exit()
