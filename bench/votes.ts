import type { VoteType } from '../app/features/votes/contract.ts'
import { createVoteBatcher } from '../app/features/votes/vote-batcher.server.ts'
import { temporaryFolder } from '../scripts/support/temporary-folder.ts'
import { buildIfStale } from '../server/build-site.ts'
import { startDatabaseServer } from '../tests/support/database/database-server.ts'
import { testDatabase } from '../tests/support/database/test-database.ts'
import { startSite } from '../tests/support/site/site-process.ts'
import { databaseVariables } from '../tests/support/site/site-variables.ts'
import { random, UNLIMITED_VOTES, voteOverHttp } from './loads/vote-load.ts'
import { percentile } from './support/percentile.ts'
import { runPgbench } from './support/pgbench.ts'
import { printTable } from './support/print-table.ts'

const CALLERS = 64
const ROUNDS = 3
const SECONDS_PER_ROUND = 5
const VOTERS = 100_000
const NPC = '1'
const VOTES: (VoteType | null)[] = ['like', 'dislike', null]

/** The same votes as the batcher casts, one per call. */
const SCRIPT = `\\set voter random(1, ${VOTERS})
\\set vote random(1, 3)
select likes from set_vote(${NPC}, 'voter-' || :voter, (array['like', 'dislike', null])[:vote]);
`

type Measured = { votes: number; p99Ms: number }

await buildIfStale()
const server = await startDatabaseServer({ isDurable: true })
const database = await testDatabase(server.url)
const folder = await temporaryFolder()
const site = startSite({
  ...databaseVariables(database.url),
  DATA_DIR: folder.path,
  ...UNLIMITED_VOTES,
})
try {
  const url = await site.opened
  const ways = [
    { name: 'pgbench, one vote per call', run: voteWithPgbench },
    { name: 'the vote batcher, one process', run: voteThroughBatcher },
    {
      name: 'the whole site, over HTTP',
      run: () => voteOverHttp(url, { callers: CALLERS, seconds: SECONDS_PER_ROUND }),
    },
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

async function voteWithPgbench(): Promise<Measured> {
  const run = { url: database.url, script: SCRIPT, clients: CALLERS, seconds: SECONDS_PER_ROUND }
  const { delaysMs } = await runPgbench(run)
  return { votes: delaysMs.length, p99Ms: percentile(delaysMs, 0.99) }
}

async function voteThroughBatcher(): Promise<Measured> {
  const batcher = createVoteBatcher({ db: database.db })
  const deadline = performance.now() + SECONDS_PER_ROUND * 1_000
  const delaysMs: number[] = []
  async function voteUntilOver(): Promise<void> {
    while (performance.now() < deadline) {
      const startedAt = performance.now()
      await batcher.cast({ npcId: NPC, voter: `voter-${random(VOTERS) + 1}`, type: VOTES[random(3)] ?? null })
      delaysMs.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, voteUntilOver))
  return { votes: delaysMs.length, p99Ms: percentile(delaysMs, 0.99) }
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
    perSecond: measured.reduce((sum, { votes }) => sum + votes, 0) / (ROUNDS * SECONDS_PER_ROUND),
    p99Ms: Math.max(...measured.map(({ p99Ms }) => p99Ms)),
  }))
  const [pgbench] = rates
  printTable(
    [`${CALLERS} callers, one NPC`, 'durable votes/s', 'p99', '÷ pgbench'],
    rates.map(({ name, perSecond, p99Ms }) => [
      name,
      perSecond.toFixed(0),
      `${p99Ms.toFixed(0)} ms`,
      (perSecond / (pgbench?.perSecond ?? 1)).toFixed(1),
    ]),
  )
  console.log('\nThe counters match the rows.')
}
