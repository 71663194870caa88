import { setTimeout as sleep } from 'node:timers/promises'
import { readFixture } from './flv-fixture.ts'
import { asTrack } from './multitrack.ts'
import { publish } from './rtmp-publisher.ts'

const LENGTH_MS = 4_000
const FRAMES = 100
/** The audio encoder of the first makes it start at 21 ms. */
const START_MS = 21

/** 256 × 144 with audio, and 320 × 180: 4 s, 25 frames per second, a key frame every 2 s. */
export const FIRST = readFixture('changed')
export const SECOND = readFixture('silent')
  .slice(0, 1 + FRAMES)
  .map((message) => ({ ...message, timestamp: message.timestamp + START_MS }))

/** Sends both, again and again, until the returned function is called. */
export async function sendTwoQualities(port: number, key: string): Promise<() => void> {
  const { send, socket } = await publish(port, 'live', key)
  const [settings, ...frames] = asTrack(1, SECOND)
  const all = [...FIRST, ...frames].sort((one, two) => one.timestamp - two.timestamp)
  const startedAt = performance.now()

  async function loop(): Promise<void> {
    if (settings) send({ ...settings, timestamp: 0 })
    for (let offsetMs = 0; ; offsetMs += LENGTH_MS)
      for (const message of all) {
        const timestamp = message.timestamp + offsetMs
        const earlyMs = startedAt + timestamp - performance.now()
        if (earlyMs > 0) await sleep(earlyMs)
        if (socket.destroyed) return
        send({ ...message, timestamp })
      }
  }
  void loop()
  return () => socket.destroy()
}
