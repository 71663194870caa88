// Same on any database: once is enough.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { makeKey } from '../../app/features/live/ingest/stream-keys.server.ts'
import { readEvents } from '../support/site/event-reader.ts'
import { fetchWholePage } from '../support/site/fetch-whole-page.ts'
import { embeddedDatabaseUrl, type RunningSite, runSite } from '../support/site/running-site.ts'
import { type SiteProcess, startSite } from '../support/site/site-process.ts'
import { databaseVariables, VISITOR_SECRET } from '../support/site/site-variables.ts'
import { testEnvironment } from '../support/site/test-environment.ts'
import { until } from '../support/until.ts'
import { kill, runCamera, SMALL_CLIP } from '../support/video/camera.ts'
import { publish } from '../support/video/rtmp-publisher.ts'

const PASSWORD = 'correct horse battery'
const VIEWERS = 50
const DARK_WITHIN_MS = 3_000
const SENTENCE = 'This stream was stopped by the operators. Please call us. Only an operator can resume it.'

let site: RunningSite | undefined
let other: SiteProcess | undefined

afterEach(async () => {
  await other?.stop()
  await site?.close()
  site = undefined
  other = undefined
})

type Desk = { call(path: string, body?: object): Promise<Response> }

/** Joins with the link that the start of the site printed. */
async function openDesk(output: () => { out: string }): Promise<Desk> {
  const [, url = '', token] = /desk +(http:\/\/[^/\s]+)\/join#(\S+)/.exec(output().out) ?? []
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const joined = await post('/join', { token, name: 'Olga', password: PASSWORD })
  const cookie = joined.headers.get('set-cookie')?.split(';')[0]
  return { call: (path, body = {}) => post(path, body, cookie) }
}

/** After a kill, the embedded database may be at another port. */
async function currentDatabaseUrl({ dataDir, databaseUrl }: RunningSite): Promise<string> {
  return testEnvironment.databaseServer ? databaseUrl : embeddedDatabaseUrl(dataDir)
}

/** Plays as a low-latency player does: waits for each part of the playlist, fetches it, and begins again after a failure. */
function watch(url: string) {
  const leaving = new AbortController()
  const { signal } = leaving
  const seen = { parts: 0, lastPartAt: 0, lastBytesAt: 0 }

  async function read(address: string): Promise<string> {
    const response = await fetch(address, { signal })
    const body = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`${response.status}`)
    seen.lastBytesAt = performance.now()
    return body.toString('latin1')
  }

  async function play(): Promise<void> {
    const [variant = ''] = /^[0-9a-f]+\/media\.m3u8$/m.exec(await read(`${url}/live/1/index.m3u8`)) ?? []
    const folder = `${url}/live/1/${variant.split('/')[0]}`
    let wait = ''
    for (;;) {
      const playlist = await read(`${folder}/media.m3u8${wait}`)
      const [, segment = '', part = ''] =
        /PRELOAD-HINT:TYPE=PART,URI="(\d+)\.(\d+)\.m4s"/.exec(playlist) ?? []
      if (segment === '') return
      await read(`${folder}/${segment}.${part}.m4s`)
      seen.parts += 1
      seen.lastPartAt = performance.now()
      wait = `?_HLS_msn=${segment}&_HLS_part=${part}`
    }
  }

  async function keepPlaying(): Promise<void> {
    while (!signal.aborted) {
      await play().catch(() => {})
      await sleep(100)
    }
  }

  const playing = keepPlaying()
  return {
    seen,
    async leave() {
      leaving.abort()
      await playing
    },
  }
}

/** Of the NPC's stream while `VIEWERS` watch at `url`: Stop, and nobody gets anything 3 s after its answer. */
async function expectAllDark({ on, url, desk }: { on: RunningSite; url: string; desk: Desk }): Promise<void> {
  const events = readEvents(url)
  const { camera, printed } = await runCamera(on, { RTMP_PORT: String(on.rtmpPort) }, ...SMALL_CLIP)
  const viewers = Array.from({ length: VIEWERS }, () => watch(on.url))
  await until(() => viewers.every(({ seen }) => seen.parts >= 5), { timeoutMs: 60_000 })

  const stopping = await desk.call('/stages/1/stop', { note: 'Please call us.' })
  const stoppedAt = performance.now()
  expect(stopping.status).toBe(200)
  await until(() => printed().includes(SENTENCE))
  await sleep(2 * DARK_WITHIN_MS)
  const latestMs = Math.max(...viewers.map(({ seen }) => seen.lastBytesAt - stoppedAt))
  console.log(`the last viewer got something ${Math.round(latestMs)} ms after the answer`)
  expect(latestMs).toBeLessThan(DARK_WITHIN_MS)
  expect(events.received.findLast(({ name }) => name === 'stream')?.data).toEqual({
    npc_id: '1',
    state: 'offline',
    stopped_by: 'operator',
  })
  for (const address of ['index.m3u8', 'still.mp4'])
    expect((await fetch(`${on.url}/live/1/${address}`)).status).toBe(404)
  expect(await (await fetch(`${url}/api/npcs/1/stream`)).json()).toMatchObject({ stopped_by: 'operator' })
  expect(await (await fetchWholePage(`${url}/npc1`)).text()).toContain(
    'This stream has been stopped by the operators.',
  )

  const partsBefore = viewers.map(({ seen }) => seen.parts)
  expect((await desk.call('/stages/1/resume')).status).toBe(200)
  // The camera reconnects, as OBS does.
  await until(() => viewers.every(({ seen }, place) => seen.parts > (partsBefore[place] ?? 0)), {
    timeoutMs: 60_000,
  })
  await kill(camera)
  await Promise.all(viewers.map(({ leave }) => leave()))
  events.close()
}

test(`Stop: ${VIEWERS} viewers get nothing 3 s after its answer, the publisher gets the reason, and Resume brings all back`, async () => {
  site = await runSite({ OPERATOR_PORT: '0' })
  await expectAllDark({ on: site, url: site.url, desk: await openDesk(site.output) })
})

test('Stop at the desk of another instance: the same', async () => {
  site = await runSite({ VISITOR_SECRET })
  other = startSite({
    ...databaseVariables(site.databaseUrl),
    DATA_DIR: `${site.dataDir}/other`,
    OPERATOR_PORT: '0',
  })
  const url = await other.opened
  await expectAllDark({ on: site, url, desk: await openDesk(other.output) })
})

test('the instance with the video is killed while the stream is stopped: what was answered holds, and nobody gets in', async () => {
  site = await runSite({ OPERATOR_PORT: '0' })
  const desk = await openDesk(site.output)
  const key = (await makeKey({ db: site.database }, { npcId: '1', holder: 'npc', isReplaced: false })) ?? ''
  const { camera } = await runCamera(site, { RTMP_PORT: String(site.rtmpPort) }, ...SMALL_CLIP)
  const { url } = site
  await until(async () => (await fetch(`${url}/live/1/index.m3u8`)).ok)
  const answer = desk.call('/stages/1/stop', { note: 'Please call us.' }).then(
    ({ status }) => status,
    () => undefined,
  )
  await until(
    async () => (await site?.database.query('select from stages where stopped_at is not null'))?.rowCount,
  )
  await site.restart('SIGKILL')
  expect([200, undefined]).toContain(await answer)

  const { socket, status } = await publish(site.rtmpPort, 'live', key)
  expect(status).toMatchObject({ code: 'NetStream.Publish.Denied', description: SENTENCE })
  if (!socket.destroyed) await once(socket, 'close')
  expect(await (await fetch(`${url}/api/npcs/1/stream`)).json()).toMatchObject({
    state: 'offline',
    stopped_by: 'operator',
  })
  expect((await fetch(`${url}/live/1/index.m3u8`)).status).toBe(404)
  const database = new pg.Client({ connectionString: await currentDatabaseUrl(site) })
  await database.connect()
  const { rows } = await database.query("select from audit_log where action = 'stopped the stream'")
  expect(rows).toHaveLength(1)
  await database.end()
  await kill(camera)
})
