import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublisherNews } from './contract.ts'
import { reportState } from './report-state.server.ts'

let playlist: Buffer | undefined
let news: PublisherNews[]
let reporting: { close(): void }

/** The parts of the ingest that viewers' playlists come from. */
const ingest = {
  hlsStream: (npcId: string) => (npcId === '7' ? { epoch: () => playlist && { window } } : undefined),
} as unknown as Parameters<typeof reportState>[0]
const window = { isEmpty: () => false, playlist: () => playlist }

beforeEach(() => {
  vi.useFakeTimers()
  news = []
  playlist = undefined
})

afterEach(() => {
  reporting.close()
  vi.useRealTimers()
})

function start(): void {
  reporting = reportState(ingest, 'npc7-key', (each) => news.push(each))
}

async function listPart(): Promise<void> {
  playlist = Buffer.from('#EXTM3U')
  await vi.advanceTimersByTimeAsync(500)
}

test('the first part that viewers get makes the stream live, once', async () => {
  start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(news).toEqual([])
  await listPart()
  await listPart()
  expect(news).toEqual([{ state: 'live', stillUrl: '/live/7/still.mp4' }])
})

test('what the previous publisher left does not count', async () => {
  playlist = Buffer.from('#EXTM3U')
  start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(news).toEqual([])
  await listPart()
  expect(news).toHaveLength(1)
})

test('a stream without new parts is interrupted until the next one', async () => {
  start()
  await listPart()
  await vi.advanceTimersByTimeAsync(4_000)
  await listPart()
  expect(news.map(({ state }) => state)).toEqual(['live', 'reconnecting', 'live'])
})

test('nothing is reported after the end', async () => {
  start()
  reporting.close()
  await listPart()
  expect(news).toEqual([])
})
