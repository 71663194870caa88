import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SYSTEM_PATH } from '../../app/platform/embedded-postgres/postgres-program.server.ts'
import { findOrInstall, findPebble } from '../../scripts/support/find-program.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { commandInRoot, mountInto } from '../support/bare/bare-debian.ts'
import { fakeSystemctl } from '../support/bare/fake-systemctl.ts'
import { startPebble } from '../support/tls/pebble.ts'
import { acmeOptions, DOMAIN } from '../support/tls/proxies.ts'
import { openVisitor } from '../support/tls/secure-visitor.ts'
import { waitFor } from '../support/wait-for.ts'

const GUIDE = fileURLToPath(new URL('../../docs/deploy.md', import.meta.url))
const SITE = 'npc-stream.service'
const DATA = '/var/lib/npc-stream/data'
const VOTERS = 20
const MAX_COMMAND_MS = 120_000

const run = promisify(execFile)

const [root = '', platform = ''] = process.argv.slice(2)
const folder = await temporaryFolder()
const authority = await prepareNetwork()
let caddy: ChildProcess | undefined
const systemctl = fakeSystemctl(root, { 'caddy.service': startCaddy })

/** The domain, an authority for its certificate, and the kernel's folders. */
async function prepareNetwork() {
  const hosts = join(folder.path, 'hosts')
  await writeFile(hosts, `127.0.0.1 localhost ${DOMAIN}\n`)
  await run('mount', ['--bind', hosts, '/etc/hosts'])
  await copyFile(hosts, join(root, 'etc/hosts'))
  const started = await startPebble(findOrInstall(findPebble, 'pebble'), folder.path)
  await copyFile(started.certFile, join(root, 'etc/authority.pem'))
  setDefaultCACertificates([started.root])
  await mountInto(root)
  return { ...started, certFile: '/etc/authority.pem' }
}

async function startCaddy(): Promise<void> {
  caddy?.kill()
  const installed = await readFile(join(root, 'etc/caddy/Caddyfile'), 'utf8')
  await writeFile(join(root, 'etc/caddy/Caddyfile.test'), acmeOptions(authority) + installed)
  const place = { root, user: 'root:root', folder: '/', variables: { HOME: '/var/lib/caddy' } }
  const command = ['caddy', 'run', '--config', '/etc/caddy/Caddyfile.test', '--adapter', 'caddyfile']
  caddy = spawn(...commandInRoot(place, command), { stdio: 'ignore' })
}

/** Executes the lines of a section as root. */
async function follow(section: string): Promise<void> {
  const guide = await readFile(GUIDE, 'utf8')
  const [, block = ''] = new RegExp(`^## ${section}\\n.*?^\`\`\`sh\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? []
  const lines = block.replaceAll('linux-x64', platform).trim().split('\n')
  console.log(`## ${section}`)
  for (const line of lines) {
    console.log(`# ${line}`)
    const [program, ...args] = line.split(' ')
    if (program === 'apt-get') continue
    if (program === 'systemctl') await systemctl.run(args)
    else await inRoot(line)
  }
}

function inRoot(line: string): Promise<{ stdout: string; stderr: string }> {
  const clean = ['env', '-i', `PATH=${SYSTEM_PATH}`]
  return run('chroot', [root, ...clean, 'sh', '-c', line], { timeout: MAX_COMMAND_MS })
}

function asSite(command: string): Promise<{ stdout: string; stderr: string }> {
  return inRoot(`cd / && runuser -u npc-stream -- env $(cat /etc/npc-stream.env) ${command}`)
}

async function ask(path: string): Promise<string> {
  const visitor = openVisitor()
  try {
    const { status, body } = await visitor.ask(path)
    if (status !== 200) throw new Error(`${path} answers ${status}`)
    return body
  } finally {
    visitor.close()
  }
}

async function vote(voter: number): Promise<void> {
  const visitor = openVisitor(`127.0.1.${voter}`)
  const headers = { ':method': 'PUT', 'content-type': 'application/json' }
  const { status } = await visitor.ask('/api/npcs/1/vote', headers, '{"vote_type":"like"}')
  assert.equal(status, 200)
  visitor.close()
}

async function counts(): Promise<{ likes: number; total: number }> {
  const [npc] = JSON.parse(await ask('/api/npcs'))
  return { likes: npc.likes, total: JSON.parse(await ask('/api/npcs/1/donations')).total }
}

const untilReady = () => waitFor('the site', async () => (await ask('/readyz')).length > 0, 120_000)

async function assertWhole(): Promise<void> {
  await untilReady()
  assert.deepEqual(await counts(), { likes: VOTERS, total: 0.5 })
  await vote(1)
  assert.deepEqual(await counts(), { likes: VOTERS, total: 0.5 })
}

async function tryDeploy(): Promise<void> {
  await follow('Install')
  await untilReady()
  for (let voter = 1; voter <= VOTERS; voter += 1) await vote(voter)
  await asSite('/opt/npc-stream/npc-stream donate 0.5 --name Ann')
  await waitFor('the donation', async () => (await counts()).total === 0.5)
  await assertWhole()
  console.log('Reachable by TLS, with votes and a donation.')

  systemctl.kill(SITE)
  await waitFor('the end of the killed site', async () =>
    ask('/readyz').then(
      () => false,
      () => true,
    ),
  )
  await assertWhole()
  console.log('Killed, started again, nothing lost.')

  await follow('Upgrade')
  await assertWhole()
  const { version } = JSON.parse(await ask('/healthz'))
  await systemctl.run(['stop', SITE])
  const older = await asSite(`/opt/npc-stream-0.1.0-${platform}/npc-stream`).catch((error) => error)
  assert.match(
    older.stderr,
    /^NPC Stream cannot start: the database was brought up to date by a newer version .*\n$/,
  )
  console.log(`Upgraded to ${version}, nothing lost, and the older version is rejected.`)

  await systemctl.run(['start', SITE])
  await untilReady()
  await systemctl.run(['start', 'npc-stream-backup.service'])
  systemctl.kill(SITE)
  await systemctl.run(['stop', SITE])
  await inRoot(`rm -rf ${DATA}`)
  await systemctl.run(['start', SITE])
  await untilReady()
  assert.deepEqual(await counts(), { likes: 0, total: 0 })
  await follow('Restore')
  await assertWhole()
  console.log('Destroyed and restored: everything is there, and nobody can vote twice.')
  await systemctl.run(['stop', SITE])
}

try {
  await tryDeploy()
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
if (caddy) {
  caddy.kill()
  await once(caddy, 'exit')
}
await run('umount', ['/etc/hosts'])
await folder.remove()
process.exit()
