import { once } from 'node:events'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHlsStream, type HlsStream } from '../../app/features/live/ingest/hls-stream.server.ts'
import { receiveStream } from '../../app/features/live/ingest/receive-stream.server.ts'
import { liveApi } from '../../app/features/live/live-api.server.ts'
import { createLiveFiles } from '../../app/features/live/live-files.server.ts'
import { sendPlain, withoutTransport } from '../../tests/support/site/plain-request.ts'
import { until } from '../../tests/support/until.ts'
import { readFixture } from '../../tests/support/video/flv-fixture.ts'
import { ingestOf } from '../../tests/support/video/ingest-of.ts'
import { addHeaders } from '../plugins/add-headers.ts'
import { handleErrors } from '../plugins/handle-errors.ts'
import { limitConnections } from '../plugins/limit-connections.ts'
import { answerFirst } from './answer-first.ts'
import { answerWithLive } from './live-answer.ts'

const PROXY = '127.0.0.1'
const recorded = readFixture('b-frames-44100')
const clock = { now: () => 1_000_000 }

let app: FastifyInstance
let hls: HlsStream
let seenByFramework: number
let ingest: ReturnType<typeof ingestOf>

beforeEach(() => open([]))

async function open(embedOrigins: string[]): Promise<void> {
  seenByFramework = 0
  hls = createHlsStream(clock, () => {})
  app = Fastify({ trustProxy: [PROXY] })
  app.addHook('onRequest', async () => {
    seenByFramework += 1
  })
  const connections = limitConnections(app, { trustProxy: [PROXY] })
  handleErrors(app)
  addHeaders(app)
  ingest = ingestOf(hls)
  const files = createLiveFiles({
    ingest,
    clock,
    publicUrl: 'https://npc.example',
    embedOrigins,
  })
  await app.register(liveApi, { files })
  answerFirst(app, connections, [answerWithLive(files)])
  await app.listen({ port: 0, host: '127.0.0.1' })
}

afterEach(() => app.close())

const send = (method: string, path: string, headers: OutgoingHttpHeaders = {}) =>
  sendPlain(app, method, path, headers)

function publish(count: number, from = 0, receiver = receiveStream(hls, clock)) {
  for (const message of recorded.slice(from, count)) receiver.receive(message)
  return receiver
}

const ofEpoch = (name: string): string => `/live/1/${hls.epoch()?.id}/${name}`

test.each([
  ['GET', '/live/1/index.m3u8', {}],
  ['GET', '/live/1/still.mp4', {}],
  ['GET', '/live/1/EPOCH/media.m3u8', {}],
  ['GET', '/live/1/EPOCH/media.m3u8?_HLS_msn=0&_HLS_part=0', {}],
  ['GET', '/live/1/EPOCH/init.mp4', {}],
  ['GET', '/live/1/EPOCH/0.0.m4s', { 'x-forwarded-proto': 'https' }],
  ['GET', '/live/1/EPOCH/0.m4s', {}],
] as const)(
  '%s %s is answered before the framework, and as it would answer',
  async (method, address, headers) => {
    publish(recorded.length).end()
    const path = address.replace('EPOCH', hls.epoch()?.id ?? '')
    const first = await send(method, path, headers)
    expect(seenByFramework).toBe(0)
    const framework = await app.inject({ method, url: path, headers, remoteAddress: PROXY })
    expect([first.status, framework.statusCode]).toEqual([200, 200])
    expect(withoutTransport(first.headers)).toEqual(
      withoutTransport(framework.headers as IncomingHttpHeaders),
    )
    expect(first.body.equals(framework.rawPayload)).toBe(true)
  },
)

const FRIEND = 'https://friend.example'

test.each([
  [[], FRIEND, 'https://npc.example', undefined],
  [[FRIEND], FRIEND, FRIEND, 'origin'],
  [[FRIEND, 'https://other.example'], 'https://other.example', 'https://other.example', 'origin'],
  [[FRIEND], 'https://npc.example', 'https://npc.example', 'origin'],
  [[FRIEND], 'https://evil.example', 'https://npc.example', 'origin'],
  [[FRIEND], undefined, 'https://npc.example', 'origin'],
])('with the partners %j a page of %s may be one of %s', async (partners, origin, allowed, vary) => {
  await app.close()
  await open(partners)
  publish(recorded.length).end()
  const headers = origin === undefined ? {} : { origin }
  const video = await send('GET', '/live/1/index.m3u8', headers)
  expect(seenByFramework).toBe(0)
  const problem = await send('GET', '/live/2/index.m3u8', headers)
  expect([video.status, problem.status]).toEqual([200, 404])
  for (const answer of [video, problem]) {
    expect(answer.headers['access-control-allow-origin']).toBe(allowed)
    expect(answer.headers.vary).toBe(vary)
  }
})

test.each([
  ['/live/2/index.m3u8', 404],
  ['/live/1/other.mp4', 404],
  ['/live/1/000000000000/media.m3u8', 404],
  ['/live/1/', 404],
])('the framework words the problem of %s', async (path, status) => {
  publish(recorded.length).end()
  const answer = await send('GET', path)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(seenByFramework).toBe(1)
})

test('the framework words the problem of a number that is none', async () => {
  publish(recorded.length).end()
  const answer = await send('GET', ofEpoch('media.m3u8?_HLS_msn=1&_HLS_msn=2'))
  expect(answer.status).toBe(400)
  expect(answer.body.toString()).toContain('_HLS_msn takes a whole number.')
})

test('a request for the next part waits for it', async () => {
  const receiver = publish(60)
  const parts =
    hls
      .epoch()
      ?.window.playlist()
      .toString()
      .match(/EXT-X-PART:/g)?.length ?? 0
  const waiting = send('GET', ofEpoch(`0.${parts}.m4s`))
  await send('GET', ofEpoch('media.m3u8'))
  publish(90, 60, receiver)
  expect((await waiting).status).toBe(200)
  expect(seenByFramework).toBe(0)
})

test('a viewer who leaves while waiting disturbs nobody', async () => {
  const receiver = publish(60)
  const { port } = app.server.address() as AddressInfo
  const sent = sendRequest({ port, host: '127.0.0.1', path: ofEpoch('media.m3u8?_HLS_msn=1') })
  sent.on('error', () => {}).end()
  await once(sent, 'finish')
  await send('GET', ofEpoch('media.m3u8'))
  sent.destroy()
  publish(recorded.length, 60, receiver).end()
  expect((await send('GET', ofEpoch('media.m3u8'))).status).toBe(200)
})

test('what was just sent is not sent again after a stop, and waiting viewers get the same answer', async () => {
  publish(60)
  const part = ofEpoch('0.0.m4s')
  const playlist = ofEpoch('media.m3u8')
  const wait = `${playlist}?_HLS_msn=${(hls.epoch()?.window.openNumber() ?? 0) + 1}&_HLS_part=0`
  const addresses = [part, playlist, '/live/1/index.m3u8', '/live/1/still.mp4']
  for (const address of addresses) expect((await send('GET', address)).status).toBe(200)
  const window = hls.epoch()?.window
  if (window === undefined) throw new Error('nothing has been sent')
  const waits = vi.spyOn(window, 'untilListed')
  const waiting = [send('GET', wait), send('GET', wait)]
  await until(() => waits.mock.calls.length > 0)
  ingest.stop()
  for (const answer of [
    ...(await Promise.all(waiting)),
    ...(await Promise.all(addresses.map((each) => send('GET', each)))),
  ]) {
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})
