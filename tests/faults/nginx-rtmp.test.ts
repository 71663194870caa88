// Same on any database: once is enough.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { tokenOf } from '../../app/features/live/hooks/hook-signature.server.ts'
import { makeKey } from '../../app/features/live/ingest/stream-keys.server.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { until } from '../support/until.ts'
import { startNginxRtmp } from '../support/video/nginx-rtmp.ts'
import { publish } from '../support/video/rtmp-publisher.ts'

const SECRET = 'for tests only'
const VIDEO = 9
/** 16 × 16 black pixels by ffmpeg: the decoder's settings, and a key frame. */
const CONFIG = Buffer.from(
  '17000000000142c00affe100156742c00ada7b011000000300100000030040f1226a01000468ce0fc8',
  'hex',
)
const FRAME = Buffer.from('17010000000000000a6588843a2628000902e0', 'hex')
const FRAME_MS = 250

let site: RunningSite
let nginx: Awaited<ReturnType<typeof startNginxRtmp>>
let key: string
const leaving: (() => void)[] = []

beforeAll(async () => {
  site = await runSite({ STREAM_HOOK_SECRET: SECRET, LOG_LEVEL: 'debug' })
  key = (await makeKey({ db: site.database }, { npcId: '1', holder: 'npc', isReplaced: false })) ?? ''
  nginx = await startNginxRtmp(`${site.url}/api/hooks/nginx-rtmp?token=${tokenOf('nginx-rtmp', SECRET)}`)
})

afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
})

afterAll(async () => {
  await nginx?.stop()
  await site?.close()
})

/** Sends frames until it leaves. */
async function send(withKey: string) {
  const publisher = await publish(nginx.port, 'live', withKey)
  let timestamp = 0
  const sendVideo = (payload: Buffer) => publisher.send({ type: VIDEO, timestamp, streamId: 1, payload })
  sendVideo(CONFIG)
  const timer = setInterval(() => {
    timestamp += FRAME_MS
    sendVideo(FRAME)
  }, FRAME_MS)
  const fallSilent = () => clearInterval(timer)
  const leave = () => {
    fallSilent()
    publisher.socket.destroy()
  }
  leaving.push(leave)
  return { ...publisher, fallSilent, leave }
}

async function single(statement: string) {
  const { rows } = await site.database.query(statement)
  return rows[0]?.value
}

const state = () => single('select state as value from streams where npc_id = 1')
const isState = (expected: string) => until(async () => (await state()) === expected)
const endedPublishers = () => single('select count(ended_at)::int as value from stream_publishers')

test('a wrong key is rejected and changes nothing', async () => {
  const { status } = await send(`${key}x`)
  expect(status).toBeUndefined()
  expect(await state()).toBeUndefined()
  expect(await single('select count(*)::int as value from stream_publishers')).toBe(0)
})

test('with the key an NPC is live, and nothing that viewers see has the key in it', async () => {
  const { status, leave } = await send(key)
  expect(status?.code).toBe('NetStream.Publish.Start')
  expect(await state()).toBe('live')
  const files = await until(async () => {
    const names = await nginx.listVideo()
    return names.includes('npc1.m3u8') && names
  })
  expect(files).not.toContainEqual(expect.stringContaining(key))
  expect(await nginx.readStat()).not.toContain(key)
  leave()
  await isState('reconnecting')
})

test('nginx rejects a second publisher, and the stream of the first goes on', async () => {
  const first = await send(key)
  await isState('live')
  const before = await endedPublishers()
  const second = await send(key)
  expect(second.status?.code).toBe('NetStream.Publish.BadName')
  // As ffmpeg does.
  second.leave()
  await until(async () => (await endedPublishers()) > before)
  expect(await state()).toBe('live')
  first.leave()
  await isState('reconnecting')
})

test('a publisher whose connection is dead is dropped, and may come back', async () => {
  const first = await send(key)
  await isState('live')
  first.fallSilent()
  await isState('reconnecting')
  const { status } = await send(key)
  expect(status?.code).toBe('NetStream.Publish.Start')
  await isState('live')
})

test('while the site is away nobody new is admitted, the current publisher stays, and no log has a key or token', async () => {
  const first = await send(key)
  await isState('live')
  await site.stop()
  const second = await send(key)
  expect(second.status).toBeUndefined()
  expect(first.socket.destroyed).toBe(false)
  expect(await nginx.readLog()).not.toContain(key)
  const { err } = site.output()
  expect(err).toContain('"path":"/api/hooks/nginx-rtmp"')
  expect(err).toContain('a wrong stream key was rejected')
  for (const secret of [key, tokenOf('nginx-rtmp', SECRET)]) expect(err).not.toContain(secret)
})
