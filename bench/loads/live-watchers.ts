import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Line, openLine } from '../support/keep-alive.ts'
import { percentile } from '../support/percentile.ts'

/** Many viewers of one stream in a process of their own; told what to watch over IPC. */
export type Order = { playlist: string; viewers: number; seconds: number } & (
  | { kind: 'live'; recordIn: string }
  /** Files that are there already, fetched as often as a live stream has a new part. */
  | { kind: 'still'; parts: string[]; everyMs: number }
)
export type Watched = {
  requests: number
  bytes: number
  parts: number
  missed: number
  p50Ms: number
  p99Ms: number
}

const OPENED_AT_ONCE = 50
const SETTLES_WITHIN_MS = 4_000
const SEQUENCE_AT = 20

const tally = { requests: 0, bytes: 0, missed: 0 }
/** The moment at which the first of all viewers was told of a part, and those at which each had it. */
const listedAt = new Map<string, number>()
const fetched: { name: string; at: number }[] = []
let isMeasuring = false
let isOver = false

process.once('message', async (order: Order) => {
  const lines: Line[] = []
  while (lines.length < order.viewers) {
    const count = Math.min(OPENED_AT_ONCE, order.viewers - lines.length)
    lines.push(...(await Promise.all(Array.from({ length: count }, () => openLine(order.playlist)))))
  }
  const startAt = Date.now()
  const watching = lines.map((line, place) =>
    (order.kind === 'live'
      ? watchLive(line, order.playlist, place === 0 ? order.recordIn : undefined)
      : watchStill(line, order, startAt)
    ).catch(giveUp),
  )
  await sleep(SETTLES_WITHIN_MS)
  isMeasuring = true
  process.send?.('measuring')
  await sleep(order.seconds * 1_000)
  isMeasuring = false
  const delays = fetched.map(({ name, at }) => at - (listedAt.get(name) ?? at))
  const [p50Ms, p99Ms] = [percentile(delays, 0.5), percentile(delays, 0.99)]
  process.send?.({ ...tally, parts: fetched.length, p50Ms, p99Ms } satisfies Watched)
  isOver = true
  await Promise.all(watching)
  for (const line of lines) line.close()
  process.disconnect()
})

/** As a player does it that stays close: waits for a list that has more, and fetches what is new in it. */
async function watchLive(line: Line, playlist: string, recordIn: string | undefined): Promise<void> {
  const record = async (name: string, { body }: Answer) =>
    recordIn && isMeasuring && writeFile(join(recordIn, name), body)
  let last = ''
  let sequence: number | undefined
  let wish = ''
  while (!isOver) {
    const list = await get(line, playlist + wish)
    if (list.status !== 200) throw new Error(`the list cannot be had (${list.status})`)
    await record('media.m3u8', list)
    const { parts, hint } = readList(list.body)
    wish = `?_HLS_msn=${hint.segment}&_HLS_part=${hint.part}`
    for (const name of parts.slice(last ? parts.indexOf(last) + 1 : -1)) {
      noteListed(name, Number(list.header('sent-at')))
      const part = await get(line, new URL(name, playlist).href)
      noteFetched(name, part)
      await record(name, part)
      const next: number = part.status === 200 ? part.body.readUInt32BE(SEQUENCE_AT) : (sequence ?? 0) + 1
      if (sequence !== undefined) countMissed(next - sequence - 1)
      sequence = next
      last = name
    }
  }
}

async function watchStill(
  line: Line,
  { playlist, parts, everyMs }: Extract<Order, { kind: 'still' }>,
  startAt: number,
): Promise<void> {
  for (let place = 0; !isOver; place += 1) {
    const dueAt = startAt + place * everyMs
    await sleep(Math.max(0, dueAt - Date.now()))
    const file = parts[place % parts.length] ?? ''
    noteListed(String(place), dueAt)
    await get(line, playlist)
    noteFetched(String(place), await get(line, new URL(file, playlist).href))
  }
}

async function get(line: Line, url: string): Promise<Answer> {
  const { pathname, search } = new URL(url)
  const answer = await line.get(pathname + search)
  if (isMeasuring) {
    tally.requests += 1
    tally.bytes += answer.body.length
  }
  return answer
}

function noteListed(name: string, at: number): void {
  listedAt.set(name, Math.min(at, listedAt.get(name) ?? at))
}

function noteFetched(name: string, { status }: Answer): void {
  if (status !== 200) countMissed(1)
  else if (isMeasuring) fetched.push({ name, at: Date.now() })
}

function giveUp(error: unknown): void {
  console.error(error)
  tally.missed += 1
}

function countMissed(count: number): void {
  if (isMeasuring) tally.missed += count
}

function readList(body: Buffer) {
  const text = body.toString('latin1')
  const parts = [...text.matchAll(/#EXT-X-PART:.*URI="([^"]+)"/g)].map(([, name]) => name ?? '')
  const [, segment, part] = /#EXT-X-PRELOAD-HINT:.*URI="(\d+)\.(\d+)\.m4s"/.exec(text) ?? []
  return { parts, hint: { segment, part } }
}
