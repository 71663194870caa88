// Same on any database: once is enough.
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Npc } from '../../app/features/npcs/contract.ts'
import { visitorKey } from '../../app/platform/network/visitor-address.server.ts'
import { type TemporaryFolder, temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { type DatabaseServer, startDatabaseServer } from '../support/database/database-server.ts'
import { openTestPool } from '../support/database/test-pool.ts'
import { startNginx } from '../support/nginx.ts'
import { readEvents } from '../support/site/event-reader.ts'
import { type SiteProcess, startSite } from '../support/site/site-process.ts'
import { databaseVariables, VISITOR_SECRET } from '../support/site/site-variables.ts'
import { testEnvironment } from '../support/site/test-environment.ts'
import { until } from '../support/until.ts'

const LOAD_MS = testEnvironment.isLong ? 300_000 : 18_000
const VOTERS = 8
const SESSIONS = 40
const READERS = 12

let database: DatabaseServer
let sites: SiteProcess[]
let front: Awaited<ReturnType<typeof startNginx>> | undefined
let pool: pg.Pool
let folder: TemporaryFolder

beforeAll(async () => {
  database = await startDatabaseServer({ isDurable: true })
  pool = openTestPool({ connectionString: database.url, max: 4 })
  folder = await temporaryFolder()
  sites = [1, 2, 3].map(() =>
    startSite({
      ...databaseVariables(database.url),
      DATA_DIR: folder.path,
      TRUST_PROXY: '127.0.0.1',
    }),
  )
  front = await startNginx(await Promise.all(sites.map((site) => site.opened)))
})

afterAll(async () => {
  await front?.stop()
  for (const site of sites) await site.stop()
  await pool.end()
  await database.close()
  await folder.remove()
})

/** Each from another address: all of 127.0.0.0/8 is this machine. */
function ask(method: string, path: string, localAddress: string, body?: unknown): Promise<number> {
  return new Promise((resolve) => {
    const asking = request(
      `${front?.url}${path}`,
      {
        method,
        localAddress,
        agent: false,
        headers: { 'content-type': 'application/json' },
        timeout: 15_000,
      },
      (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
        response.once('error', () => resolve(0))
      },
    )
    asking.once('timeout', () => asking.destroy())
    asking.once('error', () => resolve(0))
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const addressOf = (number: number) => `127.${1 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`

async function single<T>(statement: string): Promise<T> {
  const { rows } = await pool.query<{ value: T }>(statement)
  return rows[0]?.value as T
}

async function killDatabase(): Promise<void> {
  const file = await single<string>("select pg_read_file('postmaster.pid') as value")
  process.kill(Number(file.split('\n')[0]), 'SIGKILL')
}

test('votes, visitors and readers on three instances, one killed, the database killed: nothing acknowledged is lost, and all end with the same facts', {
  timeout: LOAD_MS + 180_000,
}, async () => {
  const readers = Array.from({ length: READERS }, () => readEvents(front?.url ?? ''))
  const isOver = { votes: false, visits: false }
  let asked = 0
  const acknowledged: string[] = []
  let noted = 0

  async function vote(): Promise<void> {
    while (!isOver.votes) {
      asked += 1
      const address = addressOf(asked)
      const status = await ask('PUT', '/api/npcs/1/vote', address, { vote_type: 'like' })
      if (status === 200) acknowledged.push(address)
      await sleep(5)
    }
  }
  async function visit(session: number): Promise<void> {
    while (!isOver.visits) {
      await ask('POST', '/api/presence', addressOf(60_000 + session), { id: `session-${session}` })
      await sleep(1_000)
    }
  }
  async function note(): Promise<void> {
    while (!isOver.votes) {
      const isNoted = await pool.query("select append_event('noted', '{}')").then(
        () => true,
        () => false,
      )
      if (isNoted) noted += 1
      await sleep(200)
    }
  }

  const load = [note(), ...Array.from({ length: VOTERS }, vote)]
  const visits = Array.from({ length: SESSIONS }, (_, session) => visit(session))
  await sleep(LOAD_MS / 3)
  await sites[1]?.stop('SIGKILL')
  await sleep(LOAD_MS / 3)
  await killDatabase()
  await sleep(LOAD_MS / 3)
  isOver.votes = true
  await Promise.all(load)

  await until(() =>
    pool.query('select 1').then(
      () => true,
      () => false,
    ),
  )
  const voters = new Set(await single<string[]>('select array_agg(user_ip) as value from npc_votes'))
  const likes = await single<number>('select likes as value from npcs where id = 1')
  expect(acknowledged.length).toBeGreaterThan(100)
  expect(acknowledged.filter((address) => !voters.has(visitorKey(VISITOR_SECRET, address) ?? ''))).toEqual([])
  expect(likes).toBe(voters.size)

  await until(() =>
    readers.every(({ received }) => {
      const npcs = received.findLast(({ name }) => name === 'npcs')?.data as Npc[] | undefined
      const online = received.findLast(({ name }) => name === 'online')?.data as
        | { online: number }
        | undefined
      return npcs?.[0]?.likes === likes && online?.online === SESSIONS
    }),
  )
  const written = await single<number>("select count(*)::int as value from events where name = 'noted'")
  expect(written).toBeGreaterThanOrEqual(noted)
  for (const { received, close } of readers) {
    const ids = received.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
    const heardFrom = ids[0] ?? 0
    const noted = await single<number>(
      `select count(*)::int as value from events where name = 'noted' and id >= ${heardFrom}`,
    )
    expect(received.filter(({ name }) => name === 'noted')).toHaveLength(noted)
    close()
  }
  isOver.visits = true
  await Promise.all(visits)
  console.log(
    `${asked} votes asked for, ${acknowledged.length} acknowledged, ${voters.size} written, ${noted} events`,
  )
})
