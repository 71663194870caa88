import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { heldBytes } from '../../../tests/support/site/held-memory.ts'
import { testEnvironment } from '../../../tests/support/site/test-environment.ts'
import { until } from '../../../tests/support/until.ts'
import { createFakeSocket } from '../../../tests/support/video/fake-socket.ts'
import { createPendingConnections } from '../rate-limits/pending-connections.server.ts'
import { encodeAmf0 } from './amf0.server.ts'
import { encodeMessage } from './encode-message.server.ts'
import { RtmpRejection } from './rtmp-publisher.server.ts'
import { createRtmpServer } from './rtmp-server.server.ts'

const SESSIONS = testEnvironment.isLong ? 100_000 : 10_000
const RIGHT_KEY = 'the-right-key'
/** After warm-up; one kilobyte leaked per session would exceed it. */
const MAX_GROWTH_BYTES = 8 * 1024 * 1024

/** The bytes of a publisher, as OBS sends them: handshake, commands, video and audio. */
function recordSession(key: string): Buffer {
  const command = (streamId: number, ...values: Parameters<typeof encodeAmf0>) =>
    encodeMessage(3, { type: 20, timestamp: 0, streamId, payload: encodeAmf0(...values) }, 128)
  const media = (type: number, timestamp: number) =>
    encodeMessage(4, { type, timestamp, streamId: 1, payload: Buffer.alloc(300, type) }, 128)
  return Buffer.concat([
    Buffer.of(3),
    Buffer.alloc(2 * 1536, 7),
    command(0, 'connect', 1, { app: 'live', tcUrl: 'rtmp://localhost/live' }),
    command(0, 'createStream', 4, null),
    command(1, 'publish', 5, null, key, 'live'),
    media(9, 0),
    media(8, 20),
    media(9, 40),
  ])
}

/** Where a session is cut off, and which bytes are changed: mostly after the handshake, which is random anyway. */
const mutations = fc.record({
  end: fc.option(fc.nat(), { freq: 4 }),
  changes: fc.array(
    fc.record({
      at: fc.oneof({ arbitrary: fc.nat(600).map((at) => 3073 + at), weight: 9 }, fc.nat()),
      value: fc.nat(255),
    }),
    { maxLength: 5 },
  ),
})
type Mutation = typeof mutations extends fc.Arbitrary<infer T> ? T : never

function mutate(bytes: Buffer, { end, changes }: Mutation): Buffer {
  const mutated = Buffer.from(bytes.subarray(0, end === null ? undefined : end % bytes.length))
  if (mutated.length > 0) for (const { at, value } of changes) mutated[at % mutated.length] = value
  return mutated
}

test(`${SESSIONS} mutated sessions: no crash, no trouble, no memory kept, nothing taken without the key`, async () => {
  const onTrouble = vi.fn()
  let taken = 0
  const server = createRtmpServer({
    onTrouble,
    pending: createPendingConnections(),
    admit: async ({ key }) => {
      if (key !== RIGHT_KEY) throw new RtmpRejection('This key is not known.')
      return { receive: () => (taken += 1), end: () => {} }
    },
  })
  const recorded = { right: recordSession(RIGHT_KEY), wrong: recordSession('another-key-x') }
  async function meet(isRight: boolean, mutation: Mutation): Promise<void> {
    const socket = createFakeSocket('203.0.113.7')
    taken = 0
    server.emit('connection', socket)
    socket.push(mutate(isRight ? recorded.right : recorded.wrong, mutation))
    await nextTurn()
    if (!isRight) expect(taken).toBe(0)
    socket.destroy()
    await nextTurn()
  }
  const sessions = fc.asyncProperty(fc.nat(9), mutations, (chance, mutation) => meet(chance === 0, mutation))
  await fc.assert(sessions, { numRuns: SESSIONS / 10 })
  const before = heldBytes()
  await fc.assert(sessions, { numRuns: SESSIONS })
  expect(onTrouble).not.toHaveBeenCalled()
  await until(() => heldBytes() - before < MAX_GROWTH_BYTES)
}, 120_000)
