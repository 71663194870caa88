import Fastify, { type FastifyInstance } from 'fastify'
import type { ClientBase } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { handleErrors } from '../../../../server/plugins/handle-errors.ts'
import {
  silentLog,
  type TestDatabase,
  testDatabase,
} from '../../../../tests/support/database/test-database.ts'
import { captureLog } from '../../../../tests/support/site/captured-log.ts'
import * as recorded from '../../../../tests/support/video/recorded-hooks.ts'
import { type Db, openDatabase } from '../../../platform/database/database.server.ts'
import { inTransaction } from '../../../platform/database/in-transaction.server.ts'
import { makeKey } from '../ingest/stream-keys.server.ts'
import type { StreamHooks } from '../settings.server.ts'
import { resumeStage, stopStage } from '../stage/stages-store.server.ts'
import { findStream } from '../state/streams-store.server.ts'
import { type MediaServer, sign, tokenOf } from './hook-signature.server.ts'
import { hooksApi } from './hooks-api.server.ts'

const WARN = 40
const SECRET = 'of our own hook'
const MUX_SECRET = 'of Mux'
const CLOUDFLARE_SECRET = 'of Cloudflare'
const NOW_S = 1_800_000_000
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

let database: TestDatabase
let app: FastifyInstance
let nowMs = 0
const kept = captureLog()
let key: string
let keyOfTwo: string

const configured = {
  secret: SECRET,
  muxSecret: MUX_SECRET,
  cloudflareSecret: CLOUDFLARE_SECRET,
  inputs: new Map([
    [recorded.MUX_STREAM, '1'],
    [recorded.CLOUDFLARE_INPUT, '2'],
    ['of-nobody', '99'],
  ]),
}

async function appWith(db: Db, streamHooks: StreamHooks = configured) {
  const made = Fastify()
  handleErrors(made)
  await made.register(hooksApi, {
    prefix: '/api',
    db,
    clock: { now: () => NOW_S * 1_000 },
    monotonic: { now: () => nowMs },
    log: kept.log,
    streamHooks,
  })
  return made
}

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  app = await appWith(database.db)
  const keyFor = async (npcId: string) =>
    (await makeKey(database, { npcId, holder: 'npc', isReplaced: false })) ?? ''
  key = await keyFor('1')
  keyOfTwo = await keyFor('2')
})

beforeEach(async () => {
  nowMs += 60_000
  kept.clear()
  await database.db.query('delete from streams')
  await database.db.query('delete from stream_publishers')
  await database.db.query("delete from events where name = 'stream'")
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

function post(path: string, payload: string, headers: Record<string, string>, to = app) {
  return to.inject({ method: 'POST', url: `/api/hooks/${path}`, payload, headers })
}

type Signing = { at?: number; secret?: string }

function own(body: object, { at = NOW_S, secret = SECRET }: Signing = {}) {
  const text = JSON.stringify(body)
  const headers = { 'content-type': JSON_TYPE, 'x-npc-signature': `t=${at},v1=${sign(secret, at, text)}` }
  return post('stream', text, headers)
}

const started = (session: string, npc_id = '1') => ({ npc_id, session, state: 'live' })
const ended = (session: string, npc_id = '1') => ({ npc_id, session, state: 'ended' })

function server(name: MediaServer, type: string, body: string, token = tokenOf(name, SECRET)) {
  return post(`${name}?token=${token}`, body, { 'content-type': type })
}

const nginx = (body: string) => server('nginx-rtmp', FORM_TYPE, body)
const { publish, publishDone } = recorded.nginxRtmp
const srs = (body: string) => server('srs', JSON_TYPE, body)

function mux(body: string, { at = NOW_S, secret = MUX_SECRET }: Signing = {}) {
  return post('mux', body, {
    'content-type': JSON_TYPE,
    'mux-signature': `t=${at},v1=${sign(secret, at, body)}`,
  })
}

function cloudflare(body: string, secret = CLOUDFLARE_SECRET) {
  return post('cloudflare', body, { 'content-type': JSON_TYPE, 'cf-webhook-auth': secret })
}

async function stateOf(npcId: number): Promise<string | undefined> {
  const { rows } = await database.db.query('select state from streams where npc_id = $1', [npcId])
  return rows[0]?.state
}

async function reportedStates(): Promise<string[]> {
  const { rows } = await database.db.query(
    "select data ->> 'state' as state from events where name = 'stream' order by id",
  )
  return rows.map(({ state }) => state)
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** As if the current publisher had started a minute ago. */
function aMinuteLater() {
  return database.db.query("update stream_publishers set started_at = started_at - interval '1 minute'")
}

test('a signed call starts a stream, and another ends it', async () => {
  const answer = await own(started('a'))
  expect(answer.statusCode).toBe(200)
  expect(await stateOf(1)).toBe('live')
  expect((await own(ended('a'), { at: NOW_S + 60 })).statusCode).toBe(200)
  expect(await stateOf(1)).toBe('reconnecting')
  expect(await reportedStates()).toEqual(['live', 'reconnecting'])
})

test.each([
  ['another secret', { secret: 'a guess' }],
  ['a time long ago', { at: NOW_S - 301 }],
  ['a time to come', { at: NOW_S + 301 }],
])('a signature is rejected and changes nothing: %s', async (_, signing) => {
  const answer = await own(started('a'), signing)
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(await stateOf(1)).toBeUndefined()
})

test('a call without a signature is rejected', async () => {
  const answer = await post('stream', JSON.stringify(started('a')), { 'content-type': JSON_TYPE })
  expect(answer.statusCode).toBe(401)
})

test('the newest publisher owns the stream: the end of the previous one is ignored', async () => {
  await own(started('a'))
  await own(started('b'), { at: NOW_S + 10 })
  await own(ended('a'), { at: NOW_S + 20 })
  expect(await stateOf(1)).toBe('live')
  await own(ended('b'), { at: NOW_S + 30 })
  expect(await stateOf(1)).toBe('reconnecting')
})

test('a repeated call changes nothing, whatever came between', async () => {
  const calls = [
    () => own(started('a')),
    () => own(ended('a'), { at: NOW_S + 10 }),
    () => own(started('b'), { at: NOW_S + 20 }),
  ]
  for (const call of calls) await call()
  for (const call of calls) expect((await call()).statusCode).toBe(200)
  expect(await reportedStates()).toEqual(['live', 'reconnecting', 'live'])
  await own(ended('b'), { at: NOW_S + 30 })
  await database.db.query("update streams set state = 'offline'")
  for (const call of calls) await call()
  await own(ended('b'), { at: NOW_S + 30 })
  expect(await stateOf(1)).toBe('offline')
})

test.each([
  ['an unknown NPC', started('a', '99'), 404],
  ['something else', { hello: 'world' }, 400],
])('%s is %j', async (_, body, status) => {
  const answer = await own(body)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().detail).toMatch(/\.$/)
})

test('nginx-rtmp: with the key the stream continues under the name of the NPC', async () => {
  const answer = await nginx(publish(key, 1))
  expect(answer.statusCode).toBe(302)
  expect(answer.headers.location).toBe('npc1')
  expect(await stateOf(1)).toBe('live')
  await aMinuteLater()
  expect((await nginx(publishDone(key, 1))).statusCode).toBe(200)
  expect(await stateOf(1)).toBe('reconnecting')
})

test('nginx-rtmp: a wrong key is rejected and changes nothing', async () => {
  for (const wrong of [`${key}x`, 'npc1', '', 'k'.repeat(1_000)])
    expect((await nginx(publish(wrong, 1))).statusCode).toBe(403)
  expect(await stateOf(1)).toBeUndefined()
})

test('nginx-rtmp: a second and a third publisher that nginx rejects end nothing', async () => {
  await nginx(publish(key, 1))
  await aMinuteLater()
  await nginx(publish(key, 3))
  await nginx(publish(key, 5))
  await nginx(publishDone(key, 3))
  await nginx(publishDone(key, 5))
  expect(await reportedStates()).toEqual(['live'])
  await nginx(publishDone(key, 1))
  expect(await reportedStates()).toEqual(['live', 'reconnecting'])
})

test('nginx-rtmp: when the end of the first publisher was never reported, the end of the next one ends the stream', async () => {
  await nginx(publish(key, 1))
  await aMinuteLater()
  await nginx(publish(key, 4))
  await aMinuteLater()
  await nginx(publishDone(key, 4))
  expect(await stateOf(1)).toBe('reconnecting')
  await nginx(publish(key, 1))
  await nginx(publishDone(key, 1))
  expect(await reportedStates()).toEqual(['live', 'reconnecting', 'live', 'reconnecting'])
})

test.each([
  ['none', ''],
  ['one of another server', tokenOf('srs', SECRET)],
  ['the secret itself', SECRET],
])('a wrong token is rejected: %s', async (_, token) => {
  expect((await server('nginx-rtmp', FORM_TYPE, publish(key, 1), token)).statusCode).toBe(401)
  expect(await stateOf(1)).toBeUndefined()
})

test('a token may come in a header, out of access logs, and the header takes precedence', async () => {
  const call = (headers: Record<string, string>, query = '') =>
    post(`nginx-rtmp${query}`, publish(key, 1), { 'content-type': FORM_TYPE, ...headers })
  const right = tokenOf('nginx-rtmp', SECRET)
  expect((await call({ authorization: `Bearer ${right}` })).statusCode).toBe(302)
  expect((await call({ authorization: `bearer ${right}` })).statusCode).toBe(302)
  expect((await call({ authorization: 'Bearer wrong' }, `?token=${right}`)).statusCode).toBe(401)
  expect((await call({ authorization: right })).statusCode).toBe(401)
})

test('rejected calls are logged without token, signature or key, and a flood is ten lines', async () => {
  const wrongToken = tokenOf('srs', 'another secret')
  await own(started('a'), { secret: 'a guess' })
  await server('nginx-rtmp', FORM_TYPE, publish(key, 1), wrongToken)
  await cloudflare(recorded.cloudflareTest, 'a guess')
  await nginx(publish('npc1-wrong', 1))
  expect(kept.lines()).toMatchObject([
    {
      level: WARN,
      from: '127.0.0.1',
      route: '/api/hooks/stream',
      msg: 'a call to a stream hook was rejected',
    },
    { level: WARN, from: '127.0.0.1', route: '/api/hooks/nginx-rtmp' },
    { level: WARN, from: '127.0.0.1', route: '/api/hooks/cloudflare' },
    { level: WARN, mediaServer: 'nginx-rtmp', npcId: '1', msg: 'a wrong stream key was rejected' },
  ])
  for (let times = 0; times < 50; times += 1) await server('srs', JSON_TYPE, '{}', wrongToken)
  expect(kept.lines()).toHaveLength(10)
  const written = JSON.stringify(kept.lines())
  for (const secret of [wrongToken, 'a guess', 'npc1-wrong', SECRET, key, 'v1='])
    expect(written).not.toContain(secret)
})

test('SRS: the key must belong to the NPC of the stream', async () => {
  for (const [stream, param] of [
    ['npc1', '?key=wrong'],
    ['npc1', `?key=${keyOfTwo}`],
    ['livestream', `?key=${key}`],
    ['npc1', ''],
  ] as const) {
    const answer = await srs(recorded.srs('on_publish', stream, param))
    expect(answer.statusCode).toBe(403)
    expect(answer.json().code).not.toBe(0)
  }
  expect(await stateOf(1)).toBeUndefined()
  const answer = await srs(recorded.srs('on_publish', 'npc1', `?key=${key}`))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ code: 0 })
  expect(await stateOf(1)).toBe('live')
})

test('SRS: a second publisher that it rejects ends nothing', async () => {
  const param = `?key=${key}`
  await srs(recorded.srs('on_publish', 'npc1', param, 'first'))
  await srs(recorded.srs('on_publish', 'npc1', param, 'second'))
  await srs(recorded.srs('on_unpublish', 'npc1', param, 'second'))
  expect(await reportedStates()).toEqual(['live'])
  await srs(recorded.srs('on_unpublish', 'npc1', param, 'first'))
  expect(await stateOf(1)).toBe('reconnecting')
  expect((await srs(recorded.srs('on_play', 'npc1', ''))).json()).toEqual({ code: 0 })
})

test('MediaMTX: everybody may watch, the NPC alone may publish, nobody may administer', async () => {
  const ask = async (question: Parameters<typeof recorded.mediamtxQuestion>[0]) =>
    (await server('mediamtx', JSON_TYPE, recorded.mediamtxQuestion(question))).statusCode
  expect(await ask({ action: 'read', path: 'npc1' })).toBe(200)
  expect(await ask({ action: 'playback', path: 'npc1' })).toBe(200)
  expect(await ask({ action: 'api', path: '' })).toBe(403)
  expect(await ask({ action: 'publish', path: 'npc1' })).toBe(401)
  expect(await ask({ action: 'publish', path: 'npc1', query: `key=${keyOfTwo}` })).toBe(403)
  expect(await ask({ action: 'publish', path: 'other', password: key })).toBe(403)
  expect(await ask({ action: 'publish', path: 'npc1', query: `key=${key}` })).toBe(200)
  expect(await ask({ action: 'publish', path: 'npc1', password: key })).toBe(200)
  expect(await stateOf(1)).toBeUndefined()
})

test('MediaMTX: a stream is live from ready to not ready', async () => {
  const report = async (body: string) => (await server('mediamtx', FORM_TYPE, body)).statusCode
  expect(await report(recorded.mediamtxReports('live', 'npc1'))).toBe(200)
  expect(await stateOf(1)).toBe('live')
  expect(await report(recorded.mediamtxReports('ended', 'npc1', 'another'))).toBe(200)
  expect(await stateOf(1)).toBe('live')
  expect(await report(recorded.mediamtxReports('ended', 'npc1'))).toBe(200)
  expect(await stateOf(1)).toBe('reconnecting')
  expect(await report(recorded.mediamtxReports('live', 'npc99'))).toBe(404)
  expect(await report(recorded.mediamtxReports('live', 'other'))).toBe(404)
  expect(await report('state=live')).toBe(400)
})

test('Mux: late and repeated reports change nothing', async () => {
  const active = recorded.mux('video.live_stream.active', { createdAt: minutesAgo(30) })
  const disconnected = recorded.mux('video.live_stream.disconnected', { createdAt: minutesAgo(20) })
  const idle = recorded.mux('video.live_stream.idle', { createdAt: minutesAgo(19) })
  for (const event of [active, disconnected, idle, active, disconnected])
    expect((await mux(event)).statusCode).toBe(200)
  expect(await reportedStates()).toEqual(['live', 'reconnecting'])
  await mux(recorded.mux('video.live_stream.active', { createdAt: minutesAgo(10) }))
  for (const event of [disconnected, idle]) await mux(event)
  expect(await stateOf(1)).toBe('live')
})

test('Mux: only its own signature and known streams are accepted', async () => {
  const active = recorded.mux('video.live_stream.active')
  expect((await mux(active, { secret: SECRET })).statusCode).toBe(401)
  expect((await mux(active, { at: NOW_S - 301 })).statusCode).toBe(401)
  expect((await mux(recorded.mux('video.live_stream.active', { stream: 'stranger' }))).statusCode).toBe(404)
  expect((await mux(recorded.mux('video.live_stream.active', { stream: 'of-nobody' }))).statusCode).toBe(404)
  expect((await mux(recorded.mux('video.asset.ready', { stream: 'stranger' }))).statusCode).toBe(200)
  expect((await mux('{}')).statusCode).toBe(400)
  expect(await reportedStates()).toEqual([])
})

test('Cloudflare: connected, disconnected, and errors', async () => {
  const connected = recorded.cloudflare('live_input.connected', { updatedAt: minutesAgo(40) })
  expect((await cloudflare(connected, 'a guess')).statusCode).toBe(401)
  expect((await cloudflare(recorded.cloudflareTest)).statusCode).toBe(200)
  expect(await stateOf(2)).toBeUndefined()
  for (const event of [
    connected,
    recorded.cloudflare('live_input.disconnected', { updatedAt: minutesAgo(30) }),
    connected,
    recorded.cloudflare('live_input.connected', { updatedAt: minutesAgo(20) }),
    recorded.cloudflare('live_input.errored', { updatedAt: minutesAgo(10) }),
  ])
    expect((await cloudflare(event)).statusCode).toBe(200)
  expect(await reportedStates()).toEqual(['live', 'reconnecting', 'live', 'reconnecting'])
  const stranger = recorded.cloudflare('live_input.connected', { input: 'stranger' })
  expect((await cloudflare(stranger)).statusCode).toBe(404)
})

test.each(['stream', 'nginx-rtmp', 'mediamtx', 'srs', 'mux', 'cloudflare'])(
  '%s: a large body, another type and no body are rejected, and without a secret there is no hook',
  async (hook) => {
    const nothing = await appWith(database.db, {
      secret: undefined,
      muxSecret: undefined,
      cloudflareSecret: undefined,
      inputs: new Map(),
    })
    const at = `${hook}?token=${hook === 'stream' ? '' : tokenOf(hook as MediaServer, SECRET)}`
    const headers = { 'cf-webhook-auth': CLOUDFLARE_SECRET }
    const large = `{"text":"${'x'.repeat(16 * 1024)}"}`
    expect((await post(at, large, { ...headers, 'content-type': JSON_TYPE })).statusCode).toBe(413)
    expect((await post(at, large, { ...headers, 'content-type': FORM_TYPE })).statusCode).toBe(413)
    expect((await post(at, '{}', { ...headers, 'content-type': 'text/plain' })).statusCode).toBe(415)
    const wrong = hook === 'nginx-rtmp' ? JSON_TYPE : FORM_TYPE
    const isBoth = hook === 'mediamtx'
    expect((await post(at, 'a=b', { ...headers, 'content-type': wrong })).statusCode).toBe(isBoth ? 400 : 415)
    expect((await post(at, '', headers)).statusCode).toBe(415)
    expect((await post(at, '{}', { ...headers, 'content-type': JSON_TYPE }, nothing)).statusCode).toBe(404)
    await nothing.close()
  },
)

test('without a database the caller is asked to repeat the call', async () => {
  const db = openDatabase('postgres://nobody@127.0.0.1:1/none', silentLog)
  const away = await appWith(db)
  const headers = { 'content-type': FORM_TYPE }
  const answer = await post(
    `nginx-rtmp?token=${tokenOf('nginx-rtmp', SECRET)}`,
    publish(key, 1),
    headers,
    away,
  )
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
  await away.close()
  await db.end()
})

test('while the stream is stopped every media server and service is rejected, with the reason, and its end is taken', async () => {
  const change = (work: (client: ClientBase) => Promise<unknown>) => inTransaction(database.db, work)
  await own(started('before'))
  for (const npcId of [1, 2])
    await change((client) => stopStage(client, npcId, { by: 'operator', note: 'Please call.' }))
  const sentence = 'This stream was stopped by the operators. Please call. Only an operator can resume it.'
  const answers = [
    await own(started('after')),
    await nginx(publish(key, 1)),
    await mux(recorded.mux('video.live_stream.active')),
    await cloudflare(recorded.cloudflare('live_input.connected')),
    await server(
      'mediamtx',
      JSON_TYPE,
      recorded.mediamtxQuestion({ action: 'publish', path: 'npc1', password: key }),
    ),
  ]
  for (const answer of answers) expect(answer.json()).toMatchObject({ status: 403, detail: sentence })
  const ofSrs = await srs(recorded.srs('on_publish', 'npc1', `?key=${key}`))
  expect([ofSrs.statusCode, ofSrs.json()]).toEqual([403, { code: 403, msg: sentence }])
  expect((await own(ended('before'))).statusCode).toBe(200)
  expect((await findStream(database, '1'))?.state).toBe('offline')
  for (const npcId of [1, 2]) await change((client) => resumeStage(client, npcId))
  expect((await own(started('again'))).statusCode).toBe(200)
  expect((await findStream(database, '1'))?.state).toBe('live')
})
