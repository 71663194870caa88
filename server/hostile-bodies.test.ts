import fc from 'fast-check'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openReceivingAccount } from '../app/features/donations/accounts/receiving-accounts-store.server.ts'
import type { Chain } from '../app/features/donations/chain/solana-api.server.ts'
import { keepDonationLists } from '../app/features/donations/donation-lists.server.ts'
import { systemClock } from '../app/platform/clock.ts'
import { type Changes, watchChanges } from '../app/platform/database/watch-changes.server.ts'
import { silentLog, type TestDatabase, testDatabase } from '../tests/support/database/test-database.ts'
import { AD_REQUEST, PNG } from '../tests/support/desk/submission-bodies.ts'
import { noChain, resourcesWith } from '../tests/support/site/site-resources.ts'
import { createApp } from './app.ts'
import { readEnvironment } from './environment.ts'

let database: TestDatabase
let changes: Changes
let app: FastifyInstance
const lines: string[] = []

const answeringChain: Chain = {
  ...noChain,
  findTransaction: async () => ({ at: 'nowhere' }),
  latestBlockhash: async () => ({
    blockhash: '11111111111111111111111111111111' as never,
    lastValidBlockHeight: 1n,
  }),
  send: async () => 'sent',
}

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  changes = watchChanges(database.url, silentLog)
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  const streamHooks = {
    secret: 'hooks, for tests only',
    muxSecret: 'mux, for tests only',
    cloudflareSecret: 'cloudflare, for tests only',
    inputs: new Map<string, string>(),
  }
  const { db } = database
  const account = await openReceivingAccount(database.db, {
    genesisHash: 'of a test',
    address: noChain.terms.address,
  })
  const donations = keepDonationLists({ db, account, changes, clock: systemClock })
  const chain = answeringChain
  const resources = resourcesWith({ db, hasDesk: true, changes, log, chain, account, donations, streamHooks })
  app = await createApp(resources, readEnvironment({}))
})

afterAll(async () => {
  await app.close()
  await changes.close()
  await database.drop()
})

/** Of a known NPC most of the time, so that what follows is reached. */
const npcId = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('1', '2') }, fc.string({ unit: 'binary' }))
const intentId = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 43, maxLength: 43 }),
  fc.string({ unit: 'binary' }),
)
const word = fc.string({ unit: 'binary' })
const language = fc.oneof(fc.constantFrom('en', '__proto__', 'constructor'), fc.string({ unit: 'binary' }))

const ROUTES = [
  { method: 'GET', path: '/api/npcs/:/donations', parameter: npcId },
  { method: 'GET', path: '/api/npcs/:/stream', parameter: npcId },
  { method: 'GET', path: '/api/donation-intents/:', parameter: intentId },
  { method: 'GET', path: '/api/messages/:', parameter: language },
  { method: 'GET', path: '/live/:/index.m3u8', parameter: word },
  { method: 'GET', path: '/live/1/:/media.m3u8', parameter: word },
  { method: 'GET', path: '/live/1/1/:', parameter: word },
  { method: 'PUT', path: '/api/npcs/:/vote', parameter: npcId },
  { method: 'DELETE', path: '/api/npcs/:/vote', parameter: npcId },
  { method: 'POST', path: '/api/presence?:', parameter: word },
  { method: 'POST', path: '/api/verify-solana-tx?:', parameter: word },
  { method: 'POST', path: '/api/applications?:', parameter: word },
  { method: 'POST', path: '/api/ad-requests?:', parameter: word },
  { method: 'POST', path: '/api/npcs/:/donations', parameter: npcId },
  { method: 'POST', path: '/api/npcs/:/donation-intents', parameter: npcId },
  { method: 'POST', path: '/api/donation-intents/:/transaction', parameter: intentId },
  { method: 'POST', path: '/api/donation-intents/:/signed-transaction', parameter: intentId },
  ...['stream', 'nginx-rtmp', 'srs', 'mediamtx', 'mux', 'cloudflare'].map((hook) => ({
    method: 'POST' as const,
    path: `/api/hooks/${hook}?token=:`,
    parameter: word,
  })),
] as const

const VALID = {
  vote_type: 'like',
  id: 'session-for-tests',
  username: 'Ann',
  x_account: '@ann',
  amount: 1,
  tx_hash: '5'.repeat(88),
  txHash: '5'.repeat(88),
  intent: 'a'.repeat(43),
  wallet: { address: '1'.repeat(32), signature: 'A'.repeat(88) },
  payer: '11111111111111111111111111111111',
  transaction: 'AQ==',
  name: 'Ann',
  reason: 'To live my goals',
  is_adult: true,
  brand: 'Acme',
  contact: 'ads@acme.example',
  minutes: 3,
  price_usd: 150,
  wished_local: AD_REQUEST.wished_local,
  time_zone: 'UTC',
  text: 'Buy more anvils',
  image: PNG,
}

/** Every field is what it should be, or anything, or missing. */
const almostValid = fc.record(
  Object.fromEntries(
    Object.entries(VALID).map(([name, value]) => [
      name,
      fc.oneof(
        { weight: 4, arbitrary: fc.constant<unknown>(value) },
        fc.string({ unit: 'binary' }),
        fc.jsonValue(),
      ),
    ]),
  ),
  { requiredKeys: [] },
)
const body = fc.oneof(
  { weight: 3, arbitrary: almostValid.map((value) => JSON.stringify(value)) },
  fc.json({ stringUnit: 'binary' }),
  fc.string(),
  fc.constantFrom('{"__proto__":{}}', `{"amount":1e999}`, `{"amount":${'9'.repeat(500)}}`, '[]', 'null', ''),
)
const contentType = fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', 'x')

test.each(ROUTES)(
  '$method $path never answers 5xx, whatever it is given',
  async ({ method, path, parameter }) => {
    const call = fc.asyncProperty(parameter, body, contentType, async (given, payload, type) => {
      lines.length = 0
      const url = path.replace(':', encodeURIComponent(given))
      const headers = { 'content-type': type }
      const answer = await app.inject({ method, url, ...(method !== 'GET' && { headers, payload }) })
      expect(answer.statusCode).toBeLessThan(500)
      expect(lines.map((line) => JSON.parse(line).level).filter((level) => level >= 50)).toEqual([])
    })
    await fc.assert(call, { numRuns: 60 })
  },
)
