import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import type pg from 'pg'
import { buildIfStale } from '../server/build-site.ts'
import { runSite } from '../tests/support/site/running-site.ts'
import { random, UNLIMITED_VOTES } from './loads/vote-load.ts'
import { printTable } from './support/print-table.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const MINUTES = Number(values.minutes)
const REPORT_EVERY_MINUTES = Math.max(1, Math.round(MINUTES / 6))
const REQUESTS_PER_SECOND = 200
/** Few enough that most votes change an earlier one, which leaves a dead row. */
const VISITORS = 20_000

const SIZES = `select
  pg_database_size(current_database()) as database,
  (select sum(size) from pg_ls_waldir()) as wal,
  (select sum(n_live_tup) from pg_stat_user_tables) as live,
  (select sum(n_dead_tup) from pg_stat_user_tables) as dead,
  (select sum(autovacuum_count) from pg_stat_user_tables) as vacuums,
  (select count(*) from npc_votes) as votes`
const TABLES = `select relname as name, n_live_tup as live, n_dead_tup as dead, autovacuum_count as vacuums,
    pg_total_relation_size(relid) as bytes
  from pg_stat_user_tables order by autovacuum_count desc, pg_total_relation_size(relid) desc limit 6`

// What the disk holds while visitors vote, change their votes and stay online.
await buildIfStale()
const site = await runSite(UNLIMITED_VOTES)
try {
  const sizes = [await readSizes(0)]
  for (let minute = REPORT_EVERY_MINUTES; minute <= MINUTES; minute += REPORT_EVERY_MINUTES) {
    await load(site.url, REPORT_EVERY_MINUTES * 60)
    sizes.push(await readSizes(minute))
  }
  printTable(['minute', 'votes', 'database', 'WAL', 'live rows', 'dead rows', 'vacuums'], sizes)
  console.log()
  const { rows } = await site.database.query<Record<string, string>>(TABLES)
  printTable(
    ['table', 'live rows', 'dead rows', 'vacuums', 'size'],
    rows.map(({ name, live, dead, vacuums, bytes }) =>
      [name, live, dead, vacuums, megabytes(bytes)].map(String),
    ),
  )
} finally {
  await site.close()
}

async function readSizes(minute: number): Promise<string[]> {
  const { rows }: pg.QueryResult<Record<string, string>> = await site.database.query(SIZES)
  const { votes, database, wal, live, dead, vacuums } = rows[0] ?? {}
  const row = [minute, votes, megabytes(database), megabytes(wal), live, dead, vacuums].map(String)
  console.error(row.join('  '))
  return row
}

/** Three of four requests vote, the others say that a visitor is still there. */
async function load(url: string, seconds: number): Promise<void> {
  const { errors } = await autocannon({
    url,
    connections: 4,
    duration: seconds,
    overallRate: REQUESTS_PER_SECOND,
    requests: [{ setupRequest: (request) => ({ ...request, ...randomRequest() }) }],
  })
  if (errors > 0) throw new Error(`${errors} requests got no answer`)
}

function randomRequest() {
  const visitor = random(VISITORS)
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': [10, 0, visitor >> 8, visitor & 255].join('.'),
  }
  if (random(4) === 0)
    return { path: '/api/presence', method: 'POST' as const, headers, body: `{"id":"session-${visitor}"}` }
  const body = JSON.stringify({ vote_type: random(2) === 0 ? 'like' : 'dislike' })
  return { path: `/api/npcs/${1 + random(3)}/vote`, method: 'PUT' as const, headers, body }
}

function megabytes(bytes: string | undefined): string {
  return `${(Number(bytes) / 1e6).toFixed(1)} MB`
}
