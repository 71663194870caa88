import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Log } from '../../app/platform/logging/logging.server.ts'
import { limitConcurrent } from '../../app/platform/rate-limits/concurrent-limits.server.ts'
import type { Resources } from '../../app/resources.ts'
import { createAnswer } from '../direct-answers/answer.ts'
import { type HeaderMap, NOTHING_RUNS, SECURITY_HEADERS, STRICT_TRANSPORT } from '../security-headers.ts'
import { MAX_REQUEST_MS } from '../shutdown.ts'

/** Spread out, so that readers do not all reconnect at once after a restart. */
const RECONNECT_MS = { min: 1_000, max: 4_000 }
const HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': NOTHING_RUNS,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would otherwise buffer the events
  'x-accel-buffering': 'no',
  // the body has no length and ends with the connection
  connection: 'close',
}
const HEAD = headOf(HEADERS)
const HEAD_BY_TLS = headOf({ ...HEADERS, ...STRICT_TRANSPORT })
const HEARTBEAT = Buffer.from(':\n\n')
const HEARTBEAT_MS = 15_000
/** A reader this far behind is disconnected; it reconnects and gets what it missed. */
const MAX_UNREAD_BYTES = 256 * 1024
const MAX_READERS = 100_000
const EVENT_ID = /^\d{1,18}$/

type Options = Pick<Resources, 'events'> & { readersPerAddress: number; log: Log }
type Place = { leave(): void } | { rejectedWith: 429 | 503 }
type Reading = { isSecure: boolean; lastId: string; leave(): void }

export type EventReaders = ReturnType<typeof createEventReaders>

/** Writes to the sockets directly: a response object would double the memory of a reader. */
export function createEventReaders({ events: hub, readersPerAddress, log }: Options) {
  const readers = new Set<Socket>()
  const perVisitor = limitConcurrent({ perAddress: readersPerAddress, perNetwork: readersPerAddress * 50 })
  const heartbeat = setInterval(() => {
    for (const reader of readers) send(reader, HEARTBEAT)
  }, HEARTBEAT_MS)

  return {
    count: () => readers.size,
    headOf: (isSecure: boolean) => (isSecure ? HEAD_BY_TLS : HEAD),
    /** A place among the readers, to be left unless `follow` does. */
    enter(address: string): Place {
      if (readers.size >= MAX_READERS) return { rejectedWith: 503 }
      const leave = perVisitor.enter(address)
      return leave ? { leave } : { rejectedWith: 429 }
    },
    /** Sends the events after `lastId` and then every new one, until the reader leaves. */
    async follow(reader: Socket, { isSecure, lastId, leave }: Reading): Promise<void> {
      readers.add(reader)
      const head = isSecure ? HEAD_BY_TLS : HEAD
      reader.write(`${head}retry: ${randomInt(RECONNECT_MS.min, RECONNECT_MS.max)}\n\n`)
      const since = EVENT_ID.test(lastId) ? BigInt(lastId) : undefined
      const joining = hub.join(
        (frames) => send(reader, frames),
        since,
        () => reader.destroyed,
      )
      reader.once('close', () => {
        readers.delete(reader)
        leave()
        joining.then((leaveHub) => leaveHub()).catch(() => {})
      })
      await joining.catch((error: unknown) => {
        log.debug({ err: error }, 'the events that a reader missed could not be read')
        reader.destroy()
      })
    },
    close(): void {
      clearInterval(heartbeat)
      for (const reader of readers) reader.destroySoon()
      setTimeout(() => {
        for (const reader of readers) reader.destroy()
      }, MAX_REQUEST_MS).unref()
    },
  }
}

function headOf(headers: HeaderMap): string {
  return `${createAnswer(200, headers).head}\r\n`
}

function send(reader: Socket, frames: Buffer): void {
  if (reader.writableLength > MAX_UNREAD_BYTES) reader.destroy()
  else reader.write(frames)
}
