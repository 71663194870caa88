import { randomBytes, randomInt } from 'node:crypto'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { testEnvironment } from '../../../tests/support/test-environment.ts'
import { encodeAmf0 } from './amf0.server.ts'
import { encodeMessage } from './encode-message.server.ts'
import { createRtmpServer, Refused } from './rtmp-server.server.ts'

const SESSIONS = testEnvironment.isLong ? 100_000 : 10_000
const RIGHT_KEY = 'the-right-key'
const MOST_GROWTH_BYTES = 256 * 1024 * 1024

/** The bytes of a publisher, as OBS sends them: greeting, commands, a picture and a sound. */
function recordSession(key: string): Buffer {
  const command = (streamId: number, ...values: Parameters<typeof encodeAmf0>) =>
    encodeMessage(3, { type: 20, timestamp: 0, streamId, payload: encodeAmf0(...values) }, 128)
  const media = (type: number, timestamp: number) =>
    encodeMessage(4, { type, timestamp, streamId: 1, payload: randomBytes(300) }, 128)
  return Buffer.concat([
    Buffer.of(3),
    randomBytes(2 * 1536),
    command(0, 'connect', 1, { app: 'live', tcUrl: 'rtmp://localhost/live' }),
    command(0, 'createStream', 4, null),
    command(1, 'publish', 5, null, key, 'live'),
    media(9, 0),
    media(8, 20),
    media(9, 40),
  ])
}

function mutate(bytes: Buffer): Buffer {
  const mutated = Buffer.from(bytes.subarray(0, randomInt(4) === 0 ? randomInt(bytes.length) : undefined))
  for (let times = randomInt(6); times > 0 && mutated.length > 0; times -= 1) {
    // The greeting is random anyway: what comes after it is worth more.
    const at =
      randomInt(10) === 0 ? randomInt(mutated.length) : Math.min(mutated.length - 1, 3073 + randomInt(600))
    mutated[at] = randomInt(256)
  }
  return mutated
}

/** What a server sees of a socket, without a network. */
function createSocket(): Duplex {
  const socket = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() })
  return Object.assign(socket, { setTimeout: () => socket })
}

test(`${SESSIONS} mutated sessions: no crash, no trouble, no memory kept, nothing taken without the key`, async () => {
  const onTrouble = vi.fn()
  let taken = 0
  const server = createRtmpServer({
    onTrouble,
    admit: async ({ key }) => {
      if (key !== RIGHT_KEY) throw new Refused('This key is not known.')
      return { receive: () => (taken += 1), end: () => {} }
    },
  })
  const recorded = { right: recordSession(RIGHT_KEY), wrong: recordSession('another-key-x') }
  const before = process.memoryUsage().rss
  for (let session = 0; session < SESSIONS; session += 1) {
    const isRight = session % 10 === 0
    const socket = createSocket()
    server.emit('connection', socket)
    socket.push(mutate(isRight ? recorded.right : recorded.wrong))
    await nextTurn()
    if (!isRight) expect(taken).toBe(0)
    taken = 0
    socket.destroy()
  }
  expect(onTrouble).not.toHaveBeenCalled()
  expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH_BYTES)
}, 120_000)
