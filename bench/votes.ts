import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import type { VoteType } from '../app/features/votes/contract.ts'
import { openVoteBox } from '../app/features/votes/vote-box.server.ts'
import { buildIfStale } from '../scripts/build.ts'
import { startDatabaseServer } from '../tests/support/database-server.ts'
import { findDebianPostgres, findOrInstall } from '../tests/support/find-program.ts'
import { startSite } from '../tests/support/site-process.ts'
import { temporaryFolder } from '../tests/support/temporary-folder.ts'
import { testDatabase } from '../tests/support/test-database.ts'
import { printTable } from './table.ts'

const CALLERS = 64
const ROUNDS = 3
const SECONDS_A_ROUND = 5
const VOTERS = 100_000
const NPC = '1'
const VOTES: (VoteType | null)[] = ['like', 'dislike', null]

/** What pgbench does in each of its connections: the same votes, one a call. */
const SCRIPT = `\\set voter random(1, ${VOTERS})
\\set vote random(1, 3)
select likes from set_vote(${NPC}, 'voter-' || :voter, (array['like', 'dislike', null])[:vote]);
`

type Measured = { votes: number; p99Ms: number }
type Way = { name: string; run(): Promise<Measured> }

const { initdb } = findOrInstall(findDebianPostgres, 'postgresql')
await buildIfStale()
const server = await startDatabaseServer({ isDurable: true })
const database = await testDatabase(server.url)
const folder = await temporaryFolder()
const site = startSite({
  DATABASE_URL: database.url,
  VISITOR_SECRET: 'for the bench only',
  DATA_DIR: folder.path,
  TRUST_PROXY: '127.0.0.1',
  NETWORK_VOTES_PER_MINUTE: '999999999',
})
try {
  const url = await site.opened
  const ways: Way[] = [
    { name: 'pgbench, one vote a call', run: runPgbench },
    { name: 'the vote box, one process', run: runVoteBox },
    { name: 'the whole site, over HTTP', run: () => runSite(url) },
  ]
  const rounds = new Map<string, Measured[]>(ways.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { name, run } of ways) rounds.get(name)?.push(await run())
  await assertExact()
  report(rounds)
} finally {
  await site.stop()
  await folder.remove()
  await database.drop()
  await server.close()
}

async function runPgbench(): Promise<Measured> {
  const script = join(folder.path, 'vote.sql')
  await writeFile(script, SCRIPT)
  const log = join(folder.path, 'pgbench')
  const args = ['-n', '-M', 'prepared', '-c', CALLERS, '-j', 2, '-T', SECONDS_A_ROUND, '-f', script]
  const { stdout } = await promisify(execFile)(
    initdb.replace(/initdb$/, 'pgbench'),
    [...args.map(String), '-l', '--log-prefix', log, database.url],
    { cwd: folder.path },
  )
  const { readdir, readFile, rm } = await import('node:fs/promises')
  const logs = (await readdir(folder.path)).filter((name) => name.startsWith('pgbench.'))
  const delays: number[] = []
  for (const name of logs) {
    const lines = (await readFile(join(folder.path, name), 'utf8')).trim().split('\n')
    for (const line of lines) delays.push(Number(line.split(' ')[2]) / 1_000)
    await rm(join(folder.path, name))
  }
  const votes = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1])
  return { votes, p99Ms: percentile99(delays) }
}

async function runVoteBox(): Promise<Measured> {
  const box = openVoteBox({ db: database.db })
  const until = performance.now() + SECONDS_A_ROUND * 1_000
  const delays: number[] = []
  async function callUntilOver(): Promise<void> {
    while (performance.now() < until) {
      const begun = performance.now()
      await box.cast({ npcId: NPC, voter: `voter-${random(VOTERS) + 1}`, type: VOTES[random(3)] ?? null })
      delays.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, callUntilOver))
  return { votes: delays.length, p99Ms: percentile99(delays) }
}

async function runSite(url: string): Promise<Measured> {
  const result = await autocannon({
    url,
    connections: CALLERS,
    duration: SECONDS_A_ROUND,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          path: `/api/npcs/${NPC}/vote`,
          method: 'PUT',
          headers: {
            'content-type': 'application/json',
            'x-forwarded-for': [10, random(256), random(256), random(256)].join('.'),
          },
          body: JSON.stringify({ vote_type: random(2) === 0 ? 'like' : 'dislike' }),
        }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error('the site answered with errors')
  return { votes: result.requests.total, p99Ms: result.latency.p99 }
}

async function assertExact(): Promise<void> {
  const { rows } = await database.db.query<{ drift: number }>(
    `select abs(likes - (select count(*) from npc_votes where npc_id = npcs.id and vote_type = 'like'))::int
       + abs(dislikes - (select count(*) from npc_votes where npc_id = npcs.id and vote_type = 'dislike'))::int as drift
     from npcs where id = ${NPC}`,
  )
  if (rows[0]?.drift !== 0) throw new Error('the counters differ from the rows')
}

function report(rounds: Map<string, Measured[]>): void {
  const rates = [...rounds].map(([name, measured]) => ({
    name,
    perSecond: measured.reduce((sum, { votes }) => sum + votes, 0) / (ROUNDS * SECONDS_A_ROUND),
    p99Ms: Math.max(...measured.map(({ p99Ms }) => p99Ms)),
  }))
  const [pgbench] = rates
  printTable(
    ['64 callers, one NPC', 'durable votes/s', 'p99', '÷ pgbench'],
    rates.map(({ name, perSecond, p99Ms }) => [
      name,
      perSecond.toFixed(0),
      `${p99Ms.toFixed(0)} ms`,
      (perSecond / (pgbench?.perSecond ?? 1)).toFixed(1),
    ]),
  )
  console.log('\nCounters equal rows afterwards.')
}

function percentile99(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0
}

function random(below: number): number {
  return Math.floor(Math.random() * below)
}
