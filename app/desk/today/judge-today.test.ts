import { expect, test } from 'vitest'
import type { NpcToday, StreamNow, Today } from './contract.ts'
import { judgeNpcToday, judgeToday } from './judge-today.ts'

const NOW = '2026-11-18T12:00:00.000Z'
const HOUR_MS = 60 * 60_000
const NOTHING = { count: 0, lamports: '0' }
const STREAM: StreamNow = {
  npc_id: '1',
  name: 'NPC One',
  state: 'live',
  is_external: false,
  rate: { bits_per_s: 2_412_000, players: 11.7, delay_s: 0.704 },
}
const machine = (freeGb: number, hoursAgo?: number) => ({
  memory_bytes: 240e6,
  disk: { free_bytes: freeGb * 1e9, size_bytes: 100e9 },
  backup_at: hoursAgo === undefined ? null : new Date(Date.parse(NOW) - hoursAgo * HOUR_MS).toISOString(),
})
const WELL: Today = {
  at: NOW,
  streams: [STREAM],
  visitors: 31,
  players: 11.7,
  votes: { count: 12, earlier: null },
  donations: { hour: { count: 3, lamports: '420000000' }, day: { count: 3, lamports: '420000000' } },
  queue: { listed: 0, claimed: 0, overdue_s: 0 },
  rpcs: [
    { name: 'a.example', is_up: true },
    { name: 'b.example', is_up: true },
  ],
  forecast: 'forecast',
  machines: [machine(41, 3)],
}
const stream = (changed: Partial<StreamNow>): Partial<Today> => ({ streams: [{ ...STREAM, ...changed }] })

test('a site that is well needs nobody', () => {
  const findings = judgeToday(WELL)
  expect(findings.filter(({ advice }) => advice !== undefined)).toEqual([])
  expect(findings.map(({ text }) => text)).toEqual([
    'NPC One is live at 2.4 Mbit/s, 0.7 s behind. 12 players play it.',
    '31 visitors are on the site. 12 players play a stream.',
    '12 votes.',
    '3 donations in the last hour, 0.42 SOL.',
    'No payment waits to be checked.',
    'All 2 RPCs answer.',
    'The forecast service answers.',
    '41 GB free, 41 %.',
    'The last backup is 3 hours old.',
    'One instance runs, with 240 MB of memory.',
  ])
})

const FINE: [string, Partial<Today>, string, RegExp][] = [
  ['nobody live', { streams: [] }, 'stream', /^Nobody is live\.$/],
  [
    'a slow stream',
    stream({ rate: { bits_per_s: 640_400, players: 1, delay_s: 3 } }),
    'stream-1',
    /at 640 kbit\/s, 3\.0 s behind\. 1 player plays it/,
  ],
  ['a stream just begun', stream({ rate: null }), 'stream-1', /are being measured/],
  ['a stream elsewhere', stream({ is_external: true, rate: null }), 'stream-1', /at a media server/],
  [
    'one visitor',
    { visitors: 1, players: 0.3 },
    'visitors',
    /^1 visitor is on the site\. Nobody plays a stream\.$/,
  ],
  [
    'more votes',
    { votes: { count: 1_200, earlier: { at: NOW, votes: 1_100 } } },
    'votes',
    /^1,200 votes, 100 more than at \d\d:\d\d\.$/,
  ],
  [
    'fewer votes',
    { votes: { count: 1, earlier: { at: NOW, votes: 2 } } },
    'votes',
    /^1 vote, 1 fewer than at/,
  ],
  [
    'as many votes',
    { votes: { count: 0, earlier: { at: NOW, votes: 0 } } },
    'votes',
    /^0 votes, as many as at/,
  ],
  [
    'a lamport',
    { donations: { hour: NOTHING, day: { count: 1, lamports: '1' } } },
    'donations',
    /^No donation in the last hour\. 1 in the last day, 0\.000000001 SOL\.$/,
  ],
  [
    'a queue',
    { queue: { listed: 2, claimed: 1, overdue_s: 100 } },
    'queue',
    /^3 payments wait to be checked\.$/,
  ],
  ['a forecast not yet read', { forecast: null }, 'forecast', /being asked/],
  [
    'two instances',
    { machines: [machine(41), machine(12, 1)] },
    'disk',
    /12 GB free, 12 %, at the fullest of 2/,
  ],
  ['a backup on another machine', { machines: [machine(41), machine(12, 1)] }, 'backup', /60 minutes old/],
]

test.each(FINE)('%s is fine', (_title, changed, id, text) => {
  const found = judgeToday({ ...WELL, ...changed }).find((finding) => finding.id === id)
  expect(found?.text).toMatch(text)
  expect(found?.advice).toBeUndefined()
})

const TO_LOOK_AT: [string, Partial<Today>, string, RegExp, RegExp][] = [
  [
    'a stream that is interrupted',
    stream({ state: 'reconnecting' }),
    'stream-1',
    /NPC One’s stream is interrupted/,
    /check the encoder/,
  ],
  [
    'a stream far behind',
    stream({ rate: { bits_per_s: 1e6, players: 0, delay_s: 14.2 } }),
    'stream-1',
    /14 s behind/,
    /less than 3\.0 s/,
  ],
  [
    'a payment that is overdue',
    { queue: { listed: 1, claimed: 0, overdue_s: 300 } },
    'queue',
    /1 payment waits .* 5 minutes ago/,
    /Nothing is lost/,
  ],
  [
    'a queue that grows',
    { queue: { listed: 51, claimed: 0, overdue_s: 0 } },
    'queue',
    /51 payments/,
    /second one/,
  ],
  [
    'an RPC that is down',
    {
      rpcs: [
        { name: 'a', is_up: false },
        { name: 'b', is_up: true },
      ],
    },
    'rpcs',
    /^1 RPC does not answer: a\.$/,
    /doctor/,
  ],
  [
    'all RPCs down',
    { rpcs: [{ name: 'a', is_up: false }] },
    'rpcs',
    /^No RPC answers, so donations wait/,
    /add another one/,
  ],
  ['no forecast', { forecast: 'guess' }, 'forecast', /pages show a guess/, /WEATHER_URL/],
  ['a full disk', { machines: [machine(9.9)] }, 'disk', /9\.9 GB free, 10 %/, /larger disk/],
  [
    'a disk that cannot be read',
    { machines: [{ ...machine(1), disk: null }] },
    'disk',
    /cannot be read/,
    /./,
  ],
  ['an old backup', { machines: [machine(41, 25)] }, 'backup', /25 hours old/, /npm run backup/],
  ['no backup', { machines: [machine(41)] }, 'backup', /no backup yet/, /docs\/backup\.md/],
]

test.each(TO_LOOK_AT)('%s needs a look, with advice', (_title, changed, id, text, advice) => {
  const found = judgeToday({ ...WELL, ...changed }).filter((finding) => finding.advice !== undefined)
  expect(found.map((finding) => finding.id)).toContain(id)
  const one = found.find((finding) => finding.id === id)
  expect(one?.text).toMatch(text)
  expect(one?.advice).toMatch(advice)
})

test('the member of an NPC reads about it alone', () => {
  const today: NpcToday = {
    at: NOW,
    stream: { ...STREAM, state: 'offline', rate: null },
    votes: { likes: 2, dislikes: 1, earlier: { at: NOW, votes: 1 } },
    donations: { hour: { count: 1, lamports: '500000000' }, day: { count: 2, lamports: '700000000' } },
  }
  expect(judgeNpcToday(today).map(({ text }) => text.replace(/\d\d:\d\d/, 'then'))).toEqual([
    'NPC One is offline.',
    '2 likes, 1 dislike, 2 more than at then.',
    '1 donation in the last hour, 0.5 SOL. 2 in the last day, 0.7 SOL.',
  ])
})
