import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { commandInRoot, mountInto } from '../support/bare/bare-debian.ts'
import { memoryOfUser } from '../support/bare/memory.ts'
import { waitFor } from '../support/wait-for.ts'

const SITE = 'http://127.0.0.1:3000'
const UID = 1000
const MAX_MEMORY_BYTES = 400e6
const VOTERS = 20

const run = promisify(execFile)

const [root = ''] = process.argv.slice(2)
const place = {
  root,
  user: `${UID}:${UID}`,
  folder: '/opt/npc-stream',
  variables: { DATA_DIR: '/srv/data', TRUST_PROXY: '127.0.0.1' },
}

function command(...args: string[]): Promise<{ stdout: string }> {
  return run(...commandInRoot(place, ['./npc-stream', ...args]))
}

async function getText(path: string): Promise<string> {
  const answer = await fetch(`${SITE}${path}`)
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  return answer.text()
}

async function vote(voter: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${voter}.1` }
  const body = JSON.stringify({ vote_type: 'like' })
  const answer = await fetch(`${SITE}/api/npcs/1/vote`, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`the vote is answered ${answer.status}`)
}

async function totalDonated(): Promise<number> {
  return JSON.parse(await getText('/api/npcs/1/donations')).total
}

await mountInto(root)
await run('chroot', [root, 'useradd', '--uid', String(UID), '--user-group', '--home-dir', '/srv', 'ann'])
await run('chroot', [root, 'chown', String(UID), '/srv'])
const site = spawn(...commandInRoot(place, ['./npc-stream']), { stdio: 'inherit' })
try {
  const failed = once(site, 'exit').then(() => Promise.reject(new Error('the site does not start')))
  await Promise.race([failed, waitFor('the site', async () => (await fetch(`${SITE}/readyz`)).ok)])
  failed.catch(() => {})
  for (const path of ['/', '/onboarding', '/npc1', '/healthz']) await getText(path)
  for (let voter = 0; voter < VOTERS; voter += 1) await vote(voter)
  await command('stream-key', '1')
  await command('donate', '0.5', '--name', 'Ann')
  await waitFor('the donation', async () => (await totalDonated()) === 0.5)
  const { bytes, processes } = await memoryOfUser(UID)
  console.log(`Pages, votes and a donation: ${(bytes / 1e6).toFixed(0)} MB in ${processes} processes.`)
  if (bytes > MAX_MEMORY_BYTES) throw new Error(`that is more than ${MAX_MEMORY_BYTES / 1e6} MB`)
  const { stdout: backedUp } = await command('backup', '/srv/site.backup')
  console.log(backedUp.trim())
  site.kill('SIGTERM')
  await once(site, 'exit')
  const left = (await memoryOfUser(UID)).processes
  if (left > 0) throw new Error(`${left} processes outlive the site`)
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
process.exit()
