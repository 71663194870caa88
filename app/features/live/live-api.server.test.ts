import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handleErrors } from '../../../server/plugins/handle-errors.ts'
import { until } from '../../../tests/support/until.ts'
import { readFixture } from '../../../tests/support/video/flv-fixture.ts'
import { ingestOf } from '../../../tests/support/video/ingest-of.ts'
import { parseBoxes, readRuns } from '../../../tests/support/video/mp4-boxes.ts'
import { createHlsStream, type HlsStream } from './ingest/hls-stream.server.ts'
import { receiveStream } from './ingest/receive-stream.server.ts'
import { liveApi } from './live-api.server.ts'
import { createLiveFiles } from './live-files.server.ts'

const recorded = readFixture('b-frames-44100')
const PUBLIC_URL = 'https://npc.example'

let now: number
let hls: HlsStream
let app: FastifyInstance
let isClosing: boolean
const clock = { now: () => now }

beforeEach(async () => {
  now = 1_000_000
  hls = createHlsStream(clock, () => {})
  app = Fastify()
  handleErrors(app)
  await app.register(liveApi, {
    files: createLiveFiles({ ingest: ingestOf(hls), clock, publicUrl: PUBLIC_URL, embedOrigins: [] }),
  })
  isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
})

afterEach(() => app.close())

/** Sends the first `count` messages of the recording. */
function send(count: number, from = 0, receiver = receiveStream(hls, clock)) {
  for (const message of recorded.slice(from, count)) receiver.receive(message)
  return receiver
}

/** The requests that wait for the next part. */
function watchWaits(window = hls.epoch()?.window) {
  if (window === undefined) throw new Error('nothing has been sent')
  return vi.spyOn(window, 'untilListed')
}

const get = (path: string) => app.inject({ url: path })
const epoch = () => hls.epoch()?.id ?? ''

test('from the first playlist to the media', async () => {
  send(recorded.length).end()
  const index = await get('/live/1/index.m3u8')
  expect(index.statusCode).toBe(200)
  expect(index.headers).toMatchObject({
    'content-type': 'application/vnd.apple.mpegurl',
    'cache-control': 'no-cache',
    'access-control-allow-origin': PUBLIC_URL,
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(index.body).toMatch(
    /RESOLUTION=320x180,CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2",CLOSED-CAPTIONS=NONE\n[0-9a-f]{12}\/media\.m3u8/,
  )
  const playlist = await get(`/live/1/${epoch()}/media.m3u8`)
  expect(playlist.headers['sent-at']).toBe(String(now))
  expect(playlist.body).toContain('2.m4s')
  for (const name of ['init.mp4', '0.m4s', '0.0.m4s', '2.m4s']) {
    const file = await get(`/live/1/${epoch()}/${name}`)
    expect(file.statusCode).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(file.rawPayload.length).toBeGreaterThan(100)
  }
})

test('each rendition has a folder, and its playlist waits for its own next part', async () => {
  const receiver = send(60)
  const { body: index } = await get('/live/1/index.m3u8')
  expect(index).toContain(`${epoch()}-audio/media.m3u8`)
  const folder = `/live/1/${epoch()}-audio`
  const { body: playlist } = await get(`${folder}/media.m3u8`)
  const [, hinted = ''] = /PRELOAD-HINT:TYPE=PART,URI="(.*)"/.exec(playlist) ?? []
  const [segment, part] = hinted.split('.')
  const waits = watchWaits(hls.rendition(`${epoch()}-audio`))
  const waiting = get(`${folder}/media.m3u8?_HLS_msn=${segment}&_HLS_part=${part}`)
  await until(() => waits.mock.calls.length === 1)
  send(recorded.length, 60, receiver)
  expect((await waiting).body).toContain(`URI="${hinted}",INDEPENDENT=YES`)
  expect((await get(`${folder}/init.mp4`)).rawPayload.includes('avc1')).toBe(false)
  expect((await get(`${folder}/0.m4s`)).statusCode).toBe(200)
  expect((await get(`/live/1/${epoch()}-1/media.m3u8`)).statusCode).toBe(404)
})

test('the still is the newest key frame alone, for two seconds', async () => {
  expect((await get('/live/1/still.mp4')).statusCode).toBe(404)
  const receiver = send(60)
  const still = await get('/live/1/still.mp4')
  expect(still.headers).toMatchObject({ 'content-type': 'video/mp4', 'cache-control': 'public, max-age=2' })
  expect(parseBoxes(still.rawPayload).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'moof', 'mdat'])
  expect(still.rawPayload.includes('mp4a')).toBe(false)
  expect(readRuns(still.rawPayload)).toMatchObject([{ trackId: 1, samples: 1 }])
  expect((await get('/live/1/still.mp4')).rawPayload.equals(still.rawPayload)).toBe(true)
  send(recorded.length, 60, receiver)
  expect((await get('/live/1/still.mp4')).rawPayload.equals(still.rawPayload)).toBe(false)
})

test('an early request for a playlist or a part is answered when it is there', async () => {
  const receiver = send(60)
  const { window } = hls.epoch() ?? {}
  const parts =
    window
      ?.playlist()
      .toString()
      .match(/EXT-X-PART:/g)?.length ?? 0
  expect(window?.openNumber()).toBe(0)
  const waits = watchWaits()
  let answered = 0
  const waiting = [
    get(`/live/1/${epoch()}/media.m3u8?_HLS_msn=0&_HLS_part=${parts}`),
    get(`/live/1/${epoch()}/0.${parts}.m4s`),
    get(`/live/1/${epoch()}/media.m3u8?_HLS_msn=1`),
  ].map((request) =>
    request.then((response) => {
      answered += 1
      return response
    }),
  )
  await until(() => waits.mock.calls.length === 3)
  expect(answered).toBe(0)
  send(90, 60, receiver)
  await until(() => answered === 2)
  expect((await waiting[0])?.body).toContain(`0.${parts}.m4s`)
  expect((await waiting[1])?.statusCode).toBe(200)
  send(recorded.length, 90, receiver)
  expect((await waiting[2])?.body).toContain('\n1.m4s\n')
})

test.each([
  ['/live/1/index.m3u8', 404],
  ['/live/2/index.m3u8', 404],
  ['/live/..%2f1/index.m3u8', 404],
  ['/live/1/000000000000/media.m3u8', 404],
])('before anything is sent, %s is %i', async (path, status) => {
  const response = await get(path)
  expect(response.statusCode).toBe(status)
  expect(response.headers['cache-control'] ?? '').not.toContain('immutable')
})

test.each([
  ['media.m3u8?_HLS_msn=9999', 400],
  ['media.m3u8?_HLS_msn=-1', 400],
  ['media.m3u8?_HLS_msn=1e3', 400],
  ['media.m3u8?_HLS_msn=1&_HLS_msn=2', 400],
  ['media.m3u8?_HLS_part=1', 400],
  ['media.m3u8?_HLS_msn=1&_HLS_part=x', 400],
  ['99.m4s', 404],
  ['99.0.m4s', 404],
  ['__proto__', 404],
  ['0.0.m4s.', 404],
  [`${'9'.repeat(80)}.m4s`, 404],
])('%s is %i', async (path, status) => {
  send(recorded.length).end()
  const response = await get(`/live/1/${epoch()}/${path}`)
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toContain('application/problem+json')
})

test('a part that is far ahead is not waited for, one that is a little ahead is; at the end all is answered', async () => {
  const receiver = send(60)
  const { window } = hls.epoch() ?? {}
  const { part = 0 } = window?.newest() ?? {}
  const waits = watchWaits()
  const tooFar = part + 100
  expect((await get(`/live/1/${epoch()}/media.m3u8?_HLS_msn=0&_HLS_part=${tooFar}`)).statusCode).toBe(400)
  expect((await get(`/live/1/${epoch()}/0.${tooFar}.m4s`)).statusCode).toBe(404)
  expect((await get(`/live/1/${epoch()}/2.100.m4s`)).statusCode).toBe(404)
  expect(waits).not.toHaveBeenCalled()
  const waiting = get(`/live/1/${epoch()}/media.m3u8?_HLS_msn=0&_HLS_part=${part + 14}`)
  await until(() => waits.mock.calls.length === 1)
  send(recorded.length, 60, receiver)
  expect((await waiting).statusCode).toBe(200)
  expect((await get(`/live/1/${epoch()}/media.m3u8?_HLS_msn=0&_HLS_part=${tooFar}`)).statusCode).toBe(200)
  hls.end()
  expect((await get(`/live/1/${epoch()}/media.m3u8?_HLS_msn=9999`)).statusCode).toBe(200)
})

test('a request that waits when the site closes is answered', async () => {
  send(60)
  const waits = watchWaits()
  const waiting = get(`/live/1/${epoch()}/media.m3u8?_HLS_msn=1`)
  await until(() => waits.mock.calls.length === 1)
  const closed = app.close()
  await until(() => isClosing)
  hls.end()
  expect((await waiting).statusCode).toBe(503)
  await closed
})
