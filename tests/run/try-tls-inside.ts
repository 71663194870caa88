import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setDefaultCACertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import WebSocket from 'ws'
import { PUBLISH_PATH, PUBLISH_PROTOCOL } from '../../app/features/live/go-live/contract.ts'
import { u8, u32 } from '../../app/platform/bytes.server.ts'
import { loopClip } from '../../scripts/camera/clip-source.ts'
import { askToPublish, connectRtmp } from '../../scripts/camera/rtmp-client.ts'
import { findOrInstall, findPebble } from '../../scripts/support/find-program.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { scriptVariables } from '../support/site/site-variables.ts'
import { startPebble } from '../support/tls/pebble.ts'
import { DOMAIN, startCaddy, startNginxSite, type TlsProxy } from '../support/tls/proxies.ts'
import { openVisitor, serialAt } from '../support/tls/secure-visitor.ts'
import { waitFor } from '../support/wait-for.ts'

const CLIP = fileURLToPath(new URL('../../media/camera.flv', import.meta.url))
const STREAM_KEY = fileURLToPath(new URL('../../scripts/stream-key.ts', import.meta.url))
const RTMPS_PORT = 1936
const STRANGER = '127.0.0.9'
const BELIEVED = { ip: STRANGER }
/** The site reads the files of RTMPS again every minute. */
const RTMPS_PATIENCE_MS = 90_000

const run = promisify(execFile)

async function checkPages(): Promise<void> {
  const plain = await fetch(`http://${DOMAIN}/npc1`, { redirect: 'manual' })
  assert.match(String(plain.status), /^30[18]$/)
  assert.equal(plain.headers.get('location'), `https://${DOMAIN}/npc1`)
  const visitor = openVisitor(STRANGER)
  const page = await visitor.ask('/')
  assert.equal(visitor.protocol(), 'h2')
  assert.equal(page.status, 200)
  assert.equal(page.headers['strict-transport-security'], 'max-age=63072000')
  const { body } = await visitor.ask('/api/ip', { 'x-forwarded-for': '203.0.113.9' })
  assert.deepEqual(JSON.parse(body), BELIEVED)
  visitor.close()
}

async function checkEvents(): Promise<void> {
  const visitor = openVisitor()
  const events = visitor.follow('/api/events')
  await waitFor('events', async () => events.seen().length > 0)
  const before = events.seen().length
  const headers = { ':method': 'PUT', 'content-type': 'application/json' }
  const { status } = await visitor.ask('/api/npcs/1/vote', headers, '{"vote_type":"like"}')
  assert.equal(status, 200)
  await waitFor('the event of the vote', async () => events.seen().slice(before).includes('"likes":1'), 5_000)
  visitor.close()
}

async function makeKey(site: RunningSite): Promise<string> {
  const env = scriptVariables(site)
  const { stdout } = await run(process.execPath, [STREAM_KEY, '1', '--rotate'], { env })
  return /Stream key\s+(\S+)/.exec(stdout)?.[1] ?? ''
}

/** Sends by WebSocket until it is stopped. */
async function goLive(key: string): Promise<() => void> {
  const socket = new WebSocket(`wss://${DOMAIN}${PUBLISH_PATH}`, [PUBLISH_PROTOCOL, key], {
    origin: `https://${DOMAIN}`,
  })
  await once(socket, 'message')
  const stopping = new AbortController()
  async function send(): Promise<void> {
    for await (const { type, timestamp, payload } of loopClip(CLIP, stopping.signal))
      socket.send(Buffer.concat([u8(type), u32(timestamp), payload]))
  }
  void send()
  return () => {
    stopping.abort()
    socket.terminate()
  }
}

/** Asks for the part after the newest, and gets it when it exists. */
async function checkWatching(): Promise<void> {
  const visitor = openVisitor()
  const index = '/live/1/index.m3u8'
  await waitFor('the stream', async () => (await visitor.ask(index)).status === 200)
  const { body } = await visitor.ask(index)
  const media = new URL(
    body.split('\n').find((line) => /^[^#].*\.m3u8/.test(line)) ?? '',
    `https://${DOMAIN}${index}`,
  )
  await waitFor('a part', async () => (await visitor.ask(media.pathname)).body.includes('#EXT-X-PART:'))
  for (let reload = 0; reload < 5; reload += 1) {
    const before = (await visitor.ask(media.pathname)).body
    const [next, part] = nextPart(before)
    const after = await visitor.ask(`${media.pathname}?_HLS_msn=${next}&_HLS_part=${part}`)
    assert.equal(after.status, 200)
    assert.notEqual(after.body, before)
  }
  const newest = [...(await visitor.ask(media.pathname)).body.matchAll(/#EXT-X-PART:.*URI="([^"]+)"/g)].at(
    -1,
  )?.[1]
  assert.equal((await visitor.ask(new URL(newest ?? '', media).pathname)).status, 200)
  visitor.close()
}

function nextPart(playlist: string): [segment: number, part: number] {
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1])
  const segments = playlist.split('#EXTINF:')
  const unfinished = segments.at(-1)?.match(/#EXT-X-PART:/g) ?? []
  return [first + segments.length - 1, unfinished.length]
}

async function checkRtmps(key: string): Promise<void> {
  const client = await connectRtmp({ host: DOMAIN, port: RTMPS_PORT, isTls: true })
  const status = await askToPublish(client, 'live', key)
  assert.equal(status?.code, 'NetStream.Publish.Start')
  client.socket.destroy()
}

async function checkRenewal(proxy: TlsProxy): Promise<void> {
  const visitor = openVisitor()
  const events = visitor.follow('/api/events')
  await waitFor('events', async () => events.seen().length > 0)
  const [https, rtmps] = [await serialAt(443), await serialAt(RTMPS_PORT)]
  await proxy.renew()
  await waitFor('the new certificate by HTTPS', async () => (await serialAt(443)) !== https)
  await waitFor(
    'the new certificate by RTMPS',
    async () => (await serialAt(RTMPS_PORT)) !== rtmps,
    RTMPS_PATIENCE_MS,
  )
  assert.ok(events.isOpen(), 'a reader of events was disconnected by the renewal')
  visitor.close()
}

async function check(proxy: TlsProxy): Promise<void> {
  const site = await runSite({
    ...{
      PORT: '3000',
      PUBLIC_URL: `https://${DOMAIN}`,
      TRUST_PROXY: '127.0.0.1',
      RTMPS_PORT: String(RTMPS_PORT),
    },
    ...{ RTMPS_CERT_FILE: proxy.certFile, RTMPS_KEY_FILE: proxy.keyFile },
  })
  try {
    await waitFor('the site behind the proxy', async () => (await fetch(`https://${DOMAIN}/readyz`)).ok)
    const step = (text: string) => console.log(`${proxy.name}: ${text}`)
    await checkPages()
    step('pages by HTTP/2, with Strict-Transport-Security once, to the visitor’s own address')
    await checkEvents()
    step('an event arrives while its connection stays open')
    const key = await makeKey(site)
    const stop = await goLive(key)
    await checkWatching()
    stop()
    step('live by WebSocket, and watched part by part')
    await checkRtmps(key)
    step('RTMPS with the same certificate')
    await checkRenewal(proxy)
    step('a new certificate by HTTPS and RTMPS, without a restart, and nobody was disconnected')
  } finally {
    await site.close()
  }
}

const folder = await temporaryFolder()
try {
  await writeFile(join(folder.path, 'hosts'), `127.0.0.1 localhost ${DOMAIN}\n`)
  await run('mount', ['--bind', join(folder.path, 'hosts'), '/etc/hosts'])
  const authority = await startPebble(findOrInstall(findPebble, 'pebble'), folder.path)
  setDefaultCACertificates([authority.root])
  for (const start of [startCaddy, startNginxSite]) {
    const proxy = await start(folder.path, authority)
    await check(proxy)
    await proxy.stop()
  }
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
await run('umount', ['/etc/hosts'])
await folder.remove()
process.exit()
