import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type KeepAliveClient,
  type KeepAliveResponse,
  openKeepAliveClient,
} from '../support/keep-alive-client.ts'
import { percentile } from '../support/percentile.ts'

/** Many viewers of one stream in a separate process, which receives its order over IPC. */
export type Order = { playlist: string; viewers: number; seconds: number } & (
  | { kind: 'live'; recordIn: string }
  /** Existing files, fetched as often as a live stream has a new part. */
  | { kind: 'static'; parts: string[]; everyMs: number }
)
export type Watched = {
  requests: number
  bytes: number
  parts: number
  missed: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
}

const MAX_OPENING = 50
const SETTLE_MS = 4_000
const SEQUENCE_AT = 20

const tally = { requests: 0, bytes: 0, missed: 0 }
/** When the first viewer saw a part in a playlist; `fetched` is when each viewer had it. */
const listedAt = new Map<string, number>()
const fetched: { name: string; at: number }[] = []
let isMeasuring = false
let isOver = false

process.once('message', async (order: Order) => {
  const clients: KeepAliveClient[] = []
  while (clients.length < order.viewers) {
    const count = Math.min(MAX_OPENING, order.viewers - clients.length)
    clients.push(
      ...(await Promise.all(Array.from({ length: count }, () => openKeepAliveClient(order.playlist)))),
    )
  }
  const startAt = Date.now()
  const watching = clients.map((client, place) =>
    (order.kind === 'live'
      ? watchLive(client, order.playlist, place === 0 ? order.recordIn : undefined)
      : watchStatic(client, order, startAt)
    ).catch(reportFailure),
  )
  await sleep(SETTLE_MS)
  isMeasuring = true
  process.send?.('measuring')
  await sleep(order.seconds * 1_000)
  isMeasuring = false
  const delays = fetched.map(({ name, at }) => at - (listedAt.get(name) ?? at))
  process.send?.({
    ...tally,
    parts: fetched.length,
    p50Ms: percentile(delays, 0.5),
    p95Ms: percentile(delays, 0.95),
    p99Ms: percentile(delays, 0.99),
  } satisfies Watched)
  isOver = true
  await Promise.all(watching)
  for (const client of clients) client.close()
  process.disconnect()
})

/** Like a low-latency player: waits for a playlist with more parts and fetches the new ones. */
async function watchLive(
  client: KeepAliveClient,
  playlist: string,
  recordIn: string | undefined,
): Promise<void> {
  const record = async (name: string, { body }: KeepAliveResponse) =>
    recordIn && isMeasuring && writeFile(join(recordIn, name), body)
  let last = ''
  let sequence: number | undefined
  let query = ''
  while (!isOver) {
    const list = await get(client, playlist + query)
    if (list.status !== 200) throw new Error(`the playlist could not be read (${list.status})`)
    await record('media.m3u8', list)
    const { parts, hint } = parsePlaylist(list.body)
    query = `?_HLS_msn=${hint.segment}&_HLS_part=${hint.part}`
    for (const name of parts.slice(last ? parts.indexOf(last) + 1 : -1)) {
      noteListed(name, Number(list.header('sent-at')))
      const part = await get(client, new URL(name, playlist).href)
      noteFetched(name, part)
      await record(name, part)
      const next: number = part.status === 200 ? part.body.readUInt32BE(SEQUENCE_AT) : (sequence ?? 0) + 1
      if (sequence !== undefined) countMissed(next - sequence - 1)
      sequence = next
      last = name
    }
  }
}

async function watchStatic(
  client: KeepAliveClient,
  { playlist, parts, everyMs }: Extract<Order, { kind: 'static' }>,
  startAt: number,
): Promise<void> {
  for (let place = 0; !isOver; place += 1) {
    const dueAt = startAt + place * everyMs
    await sleep(Math.max(0, dueAt - Date.now()))
    const file = parts[place % parts.length] ?? ''
    noteListed(String(place), dueAt)
    await get(client, playlist)
    noteFetched(String(place), await get(client, new URL(file, playlist).href))
  }
}

async function get(client: KeepAliveClient, url: string): Promise<KeepAliveResponse> {
  const { pathname, search } = new URL(url)
  const response = await client.get(pathname + search)
  if (isMeasuring) {
    tally.requests += 1
    tally.bytes += response.body.length
  }
  return response
}

function noteListed(name: string, at: number): void {
  listedAt.set(name, Math.min(at, listedAt.get(name) ?? at))
}

function noteFetched(name: string, { status }: KeepAliveResponse): void {
  if (status !== 200) countMissed(1)
  else if (isMeasuring) fetched.push({ name, at: Date.now() })
}

function reportFailure(error: unknown): void {
  console.error(error)
  tally.missed += 1
}

function countMissed(count: number): void {
  if (isMeasuring) tally.missed += count
}

let lastParsed: { body: Buffer; playlist: ReturnType<typeof readPlaylist> } | undefined

/** Viewers get the same playlist at the same time. */
function parsePlaylist(body: Buffer) {
  if (!lastParsed?.body.equals(body)) lastParsed = { body, playlist: readPlaylist(body) }
  return lastParsed.playlist
}

function readPlaylist(body: Buffer) {
  const text = body.toString('latin1')
  const parts = [...text.matchAll(/#EXT-X-PART:.*URI="([^"]+)"/g)].map(([, name]) => name ?? '')
  const [, segment, part] = /#EXT-X-PRELOAD-HINT:.*URI="(\d+)\.(\d+)\.m4s"/.exec(text) ?? []
  return { parts, hint: { segment, part } }
}
