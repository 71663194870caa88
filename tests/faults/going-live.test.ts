// Same on any database: once is enough.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import { CLOSE_CODES, PUBLISH_PATH, PUBLISH_PROTOCOL } from '../../app/features/live/go-live/contract.ts'
import { MAX_IMAGE_BYTES } from '../../app/features/submissions/contract.ts'
import { u8, u32 } from '../../app/platform/bytes.server.ts'
import { askToPublish, connectRtmp } from '../../scripts/camera/rtmp-client.ts'
import { type TemporaryFolder, temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { startNginx } from '../support/nginx.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { startSite } from '../support/site/site-process.ts'
import { scriptVariables } from '../support/site/site-variables.ts'
import { testEnvironment } from '../support/site/test-environment.ts'
import { until } from '../support/until.ts'
import { kill, runCamera } from '../support/video/camera.ts'
import { readFixture } from '../support/video/flv-fixture.ts'
import { publish } from '../support/video/rtmp-publisher.ts'

const run = promisify(execFile)
const STREAM_KEY = fileURLToPath(new URL('../../scripts/stream-key.ts', import.meta.url))
const USUAL_PORT = 1935

let site: RunningSite | undefined
let folder: TemporaryFolder | undefined

afterEach(async () => {
  await site?.close()
  await folder?.remove()
  site = undefined
  folder = undefined
})

/** `npm run stream-key`: what a person reads. */
async function streamKey(on: RunningSite, ...args: string[]): Promise<string> {
  const env = { ...scriptVariables(on), RTMP_PORT: String(on.rtmpPort) }
  const { stdout, stderr } = await run(process.execPath, [STREAM_KEY, ...args], { env }).catch(
    (error) => error,
  )
  return stdout + stderr
}

test('a key is made and printed once, works as OBS uses it, and can be replaced', async () => {
  site = await runSite()
  const printed = await streamKey(site, '1')
  expect(printed).toContain(`Server      rtmp://localhost:${site.rtmpPort}/live\n`)
  const key = /Stream key {2}(\S+)/.exec(printed)?.[1] ?? ''
  expect(printed).toContain(`/go-live#${key}\n`)
  expect(await streamKey(site, '1')).toBe(
    'NPC 1 has a key; it was shown when it was made. --rotate makes a new one.\n',
  )
  const first = await publish(site.rtmpPort, 'live', key)
  expect(first.status).toMatchObject({ code: 'NetStream.Publish.Start' })
  first.socket.destroy()
  const rotated = /Stream key {2}(\S+)/.exec(await streamKey(site, '1', '--rotate'))?.[1] ?? ''
  expect((await publish(site.rtmpPort, 'live', key)).status?.description).toContain('is not known')
  expect((await publish(site.rtmpPort, 'other', rotated)).status?.description).toBe(
    "The server's address ends in /live.",
  )
  const second = await publish(site.rtmpPort, 'live', rotated)
  expect(second.status).toMatchObject({ code: 'NetStream.Publish.Start' })
  second.socket.destroy()
  expect(site.output().out + site.output().err).not.toContain(rotated)
  expect(await streamKey(site, '99')).toBe('there is no NPC 99\n')
  expect(await streamKey(site, 'one')).toContain('Usage: npm run stream-key')
})

test('through the nginx of docs/nginx.conf a browser publishes, others watch, and an image of 2 MB arrives', async () => {
  site = await runSite({ OPERATOR_PORT: '0' })
  const nginx = await startNginx([site.url])
  const key = /Stream key {2}(\S+)/.exec(await streamKey(site, '1'))?.[1] ?? ''
  const connect = (asked: string) =>
    new WebSocket(nginx.url.replace('http', 'ws') + PUBLISH_PATH, [PUBLISH_PROTOCOL, asked])
  const [code] = await once(connect('npc1-wrong'), 'close')
  expect(code).toBe(CLOSE_CODES.key)

  const publisher = connect(key)
  await once(publisher, 'message')
  for (const { type, timestamp, payload } of readFixture('b-frames-44100'))
    publisher.send(Buffer.concat([u8(type), u32(timestamp), payload]))
  await until(async () => (await fetch(`${nginx.url}/live/1/index.m3u8`)).ok)
  expect(await (await fetch(`${nginx.url}/live/1/index.m3u8`)).text()).toContain('RESOLUTION=320x180')
  publisher.close()
  const image = Buffer.alloc(MAX_IMAGE_BYTES).toString('base64')
  const sent = await fetch(`${nginx.url}/api/ad-requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ image }),
  })
  // The site has read all of it, and misses the other fields.
  expect(sent.status).toBe(400)
  await nginx.stop()
})

test('with a certificate, RTMPS beside RTMP', async () => {
  folder = await temporaryFolder()
  const [cert, key] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-keyout', key, '-out', cert],
  ])
  site = await runSite({ RTMPS_PORT: '0', RTMPS_CERT_FILE: cert, RTMPS_KEY_FILE: key })
  const port = Number(/rtmps:\/\/localhost:(\d+)\/live/.exec(site.output().out)?.[1])
  const streamKeyText = /Stream key {2}(\S+)/.exec(await streamKey(site, '1'))?.[1] ?? ''
  const client = await connectRtmp({ host: '127.0.0.1', port, isTls: true, rejectUnauthorized: false })
  expect(await askToPublish(client, 'live', streamKeyText)).toMatchObject({ code: 'NetStream.Publish.Start' })
  client.socket.destroy()
})

test('RTMP may be switched off: the site says so, and names no RTMP address', async () => {
  site = await runSite({ RTMP_PORT: 'off' })
  expect(site.output().out).toContain('ingest    none by RTMP, RTMP_PORT is off\n')
  expect(site.output().out).not.toContain('rtmp://')
})

/** As the site writes it for scripts. */
function writeAddresses({ dataDir, url, rtmpPort, pid }: RunningSite): Promise<void> {
  const addresses = { site: url, rtmp: `rtmp://localhost:${rtmpPort}/live`, rtmps: null, pid }
  return writeFile(join(dataDir, 'site.json'), JSON.stringify(addresses))
}

test('the camera finds the site by its folder, takes a key from the environment, and ends when it was never on air', async () => {
  site = await runSite()
  await writeAddresses(site)
  const ownKey = await runCamera(site, {})
  expect(ownKey.printed()).toBe(`On air at rtmp://localhost:${site.rtmpPort}/live\n`)
  await kill(ownKey.camera)

  const wrongKey = await runCamera(site, { STREAM_KEY: 'npc1-wrong' })
  expect(wrongKey.code).toBe(1)
  expect(wrongKey.printed()).toBe(
    'This stream key is not known. Please copy it again, or ask for a new one.\n',
  )
  const key = /Stream key {2}(\S+)/.exec(await streamKey(site, '1'))?.[1] ?? ''
  const rightKey = await runCamera(site, { STREAM_KEY: key })
  expect(rightKey.printed()).toContain('On air at')
  await kill(rightKey.camera)

  const wrongPort = await runCamera(site, { RTMP_PORT: '1' })
  expect(wrongPort.code).toBe(1)
  expect(wrongPort.printed()).toBe(
    'no site takes streams in at rtmp://localhost:1/live (ECONNREFUSED); RTMP_PORT or --server says where it does\n',
  )
})

test('without a site the camera says so in one line, and ends', async () => {
  folder = await temporaryFolder()
  const { code, printed } = await runCamera(
    { dataDir: folder.path, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' },
    {},
  )
  expect(code).toBe(1)
  expect(printed().trimEnd().split('\n')).toHaveLength(1)
  if (!testEnvironment.databaseServer)
    expect(printed()).toBe(`no site runs on ${folder.path}; start it with "npm start", or set DATABASE_URL\n`)
})

test('a camera that was on air comes back by itself when the site does', async () => {
  site = await runSite()
  const { camera, printed } = await runCamera(site, { RTMP_PORT: String(site.rtmpPort) })
  await site.restart('SIGKILL')
  await until(() => printed().split('On air at').length === 3)
  expect(camera.exitCode).toBeNull()
  await kill(camera)
})

test('a port in use: the start fails if it was configured, and the site runs without RTMP if it is the default', async () => {
  const other = createServer().listen(USUAL_PORT, '127.0.0.1')
  await once(other, 'listening').catch(() => {})
  folder = await temporaryFolder()
  const configured = startSite({ DATA_DIR: folder.path, RTMP_PORT: String(USUAL_PORT) })
  expect(await configured.ended).toEqual({ code: 1, signal: null })
  expect(configured.output().err).toBe(
    `NPC Stream cannot start: 127.0.0.1:${USUAL_PORT} cannot be listened on (EADDRINUSE); set another RTMP_PORT or RTMP_HOST\n`,
  )
  const byDefault = startSite({ DATA_DIR: folder.path, RTMP_PORT: '' })
  await byDefault.opened
  expect(byDefault.output().out).toContain(`ingest    none, port ${USUAL_PORT} is in use; set RTMP_PORT`)
  expect(await byDefault.stop()).toEqual({ code: 0, signal: null })
  other.close()
})
