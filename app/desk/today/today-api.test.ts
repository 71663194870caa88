import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createDesk } from '../../../server/desk/create-desk.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { resourcesWith } from '../../../tests/support/site/site-resources.ts'
import type { Machine, StreamRate } from '../../features/history/contract.ts'
import { insertMinute } from '../../features/history/minutes-store.server.ts'
import { reportStreamState } from '../../features/live/state/streams-store.server.ts'
import { invite, inviteFirstOperator } from '../../features/members/invitations-store.server.ts'
import type { Resources } from '../../resources.ts'
import { measureMinute } from './read-today.server.ts'
import type { SiteReadings } from './site-readings.ts'

const URL_OF_DESK = 'http://localhost:4000'
const HERE = '00000000-0000-4000-8000-000000000001'
const ELSEWHERE = '00000000-0000-4000-8000-000000000002'
const GENESIS = 'of a test'
const MACHINE: Machine = {
  memory_bytes: 1e8,
  disk: { free_bytes: 4e10, size_bytes: 1e11 },
  backup_at: '2026-11-18T09:00:00.000Z',
}
const RATE: StreamRate = { bits_per_s: 2e6, players: 12, delay_s: 0.7 }

let database: TestDatabase
let desk: FastifyInstance
let resources: Resources
let now = Date.now()
const rates = new Map<string, StreamRate>()
const readings: SiteReadings = { instance: HERE, rates: () => rates, machine: async () => MACHINE }
let operator: string

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  const account = { id: 1, genesisHash: GENESIS, address: '11111111111111111111111111111111' }
  await sql(
    `insert into receiving_accounts (id, genesis_hash, address) overriding system value
     values (1, $1, $2)`,
    [GENESIS, account.address],
  )
  resources = resourcesWith({ db: database.db, account, clock: { now: () => now } })
  desk = await createDesk(resources, { deskUrl: () => URL_OF_DESK, trustProxy: [], readings })
  operator = await join(await inviteFirstOperator(database), 'Olga')
})

beforeEach(async () => {
  // Answers are cached for some seconds.
  now = Math.max(Date.now(), now) + 60_000
  rates.clear()
  await sql('delete from streams; delete from history_minutes; delete from donations')
})

afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function sql(text: string, values?: unknown[]) {
  return (await database.db.query(text, values)).rows
}

async function join(token: string | undefined, name: string): Promise<string> {
  const { cookies } = await desk.inject({
    method: 'POST',
    url: '/api/join',
    headers: { host: 'localhost:4000', origin: URL_OF_DESK },
    payload: { token, name, password: 'correct horse battery' },
  })
  return `${cookies[0]?.name}=${cookies[0]?.value}`
}

async function read(path: string, cookie = operator) {
  const answer = await desk.inject({ url: path, headers: { host: 'localhost:4000', cookie } })
  return { status: answer.statusCode, body: answer.json() }
}

const goLive = (npcId: string) =>
  reportStreamState(database, { npcId, session: `test ${npcId}`, state: 'live' })

function donate(hash: string, npcId: number, minutesAgo: number, lamports: number, verified = true) {
  return sql(
    `insert into donations (npc_id, username, lamports, tx_hash, verified, receiving_account_id, created_at)
     values ($1, 'Ann', $2, $3, $4, 1, now() - $5 * interval '1 minute')`,
    [npcId, lamports, hash, verified, minutesAgo],
  )
}

test('streams have their rates from the instance that receives them, this one or another', async () => {
  for (const npcId of ['1', '2', '3']) await goLive(npcId)
  rates.set('1', RATE)
  await insertMinute(database.db, ELSEWHERE, {
    visitors: 5,
    players: 3,
    votes: 0,
    npcs: { '2': { likes: 0, dislikes: 0, bits_per_s: 1e6, players: 3, delay_s: 0.9 } },
    machine: { ...MACHINE, memory_bytes: 2e8 },
  })
  await sql("update history_minutes set minute = date_trunc('minute', now())")
  const { body } = await read('/api/today')
  expect(body.streams.map(({ npc_id, rate }: { npc_id: string; rate: unknown }) => [npc_id, rate])).toEqual([
    ['1', RATE],
    ['2', { bits_per_s: 1e6, players: 3, delay_s: 0.9 }],
    ['3', null],
  ])
  expect(body.players).toBe(15)
  expect(body.machines.map(({ memory_bytes }: Machine) => memory_bytes)).toEqual([1e8, 2e8])
})

test('donations are summed to the lamport over the last hour and day, verified ones alone', async () => {
  await donate('a', 1, 5, 420_000_001)
  await donate('b', 2, 30, 1_000_000)
  await donate('c', 1, 120, 2_000_000)
  await donate('d', 1, 26 * 60, 5_000_000)
  await donate('e', 1, 5, 9_000_000, false)
  const { body } = await read('/api/today')
  expect(body.donations).toEqual({
    hour: { count: 2, lamports: '421000001' },
    day: { count: 3, lamports: '423000001' },
  })
  const ofNpc = await read('/api/npcs/2/today')
  expect(ofNpc.body.donations.day).toEqual({ count: 1, lamports: '1000000' })
  const { body: history } = await read('/api/today/history')
  expect(history.donations.reduce((sum: number, count: number) => sum + count, 0)).toBe(3)
  expect(history.donations).toHaveLength(288)
})

test('a minute that was measured is in the history of the platform and of each NPC', async () => {
  rates.set('1', RATE)
  await sql('update npcs set likes = 4, dislikes = 1 where id = 1')
  const minute = await measureMinute({ ...resources, readings })
  expect(minute).toMatchObject({ visitors: 1, players: 12, votes: 5, machine: MACHINE })
  expect(minute.npcs['1']).toEqual({ likes: 4, dislikes: 1, ...RATE })
  expect(minute.npcs['2']).toEqual({ likes: 0, dislikes: 0 })
  await insertMinute(database.db, HERE, minute)
  await sql("update history_minutes set minute = minute - interval '20 minutes'")
  const known = (values: (number | null)[]) => values.filter((value) => value !== null)
  const { body: platform } = await read('/api/today/history')
  expect([known(platform.visitors), known(platform.players), known(platform.votes)]).toEqual([[1], [12], [0]])
  const { body: ofTwo } = await read('/api/npcs/2/today/history')
  expect(known(ofTwo.players)).toEqual([0])
  const { body: ofOne } = await read('/api/npcs/1/today')
  expect(ofOne).toMatchObject({
    stream: { npc_id: '1', name: 'NPC One', state: 'offline', rate: RATE },
    votes: { likes: 4, dislikes: 1, earlier: { votes: 5 } },
  })
  await sql('update npcs set likes = 0, dislikes = 0 where id = 1')
})

test('the member of an NPC reads nothing of the platform and of other NPCs', async () => {
  const [{ id, name }] = await sql('select id, name from members')
  const token = await invite(database, { id, name }, { role: 'npc', npc_id: '1' })
  const nina = await join(token, 'Nina')
  for (const path of ['/api/today', '/api/today/history', '/api/npcs/2/today', '/api/npcs/2/today/history'])
    expect([path, (await read(path, nina)).status]).toEqual([path, 403])
  for (const path of ['/api/npcs/1/today', '/api/npcs/1/today/history'])
    expect([path, (await read(path, nina)).status]).toEqual([path, 200])
})

test.each(['99', '0', 'x', '1%27', '1e9', '-1', '9'.repeat(40)])('there is no NPC %s', async (npcId) => {
  expect((await read(`/api/npcs/${npcId}/today`)).status).toBe(404)
  expect((await read(`/api/npcs/${npcId}/today/history`)).status).toBe(404)
})
