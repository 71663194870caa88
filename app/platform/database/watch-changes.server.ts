import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../logging/logging.server.ts'

/** `changes`: what pages show has changed. `events`: something was added to the events. */
type Channel = 'changes' | 'events'

/** What the database tells of itself as it happens. */
export type Changes = {
  /** How many times the data behind the pages has changed, as far as we have been told. */
  version(): number
  /** False while changes may go unheard: a version then proves nothing. */
  isListening(): boolean
  /** Tells of a change that did not happen in the database. */
  touch(): void
  /** Called after every message with the table that changed, and without one when messages may have been missed. */
  subscribe(channel: Channel, listener: (table?: string) => void): () => void
  close(): Promise<void>
}

const RETRY_MS = 1_000
const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_MS = 10_000
/** A connection that was dropped in between, as by a router, is silent; only an answer proves that it lives. */
const PROBE_EVERY_MS = 5_000

export function watchChanges(url: string, log: Log, probeEveryMs = PROBE_EVERY_MS): Changes {
  let version = 0
  let isListening = false
  let isLost = false
  let client: pg.Client | undefined
  const closing = new AbortController()
  const listeners = {
    changes: new Set<(table?: string) => void>(),
    events: new Set<(table?: string) => void>(),
  }

  function tell(channel: Channel, table?: string): void {
    if (channel === 'changes') version += 1
    for (const listener of listeners[channel]) listener(table)
  }

  async function listenOnce(): Promise<void> {
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    })
    const ended = new Promise<void>((resolve) => {
      connection.once('end', resolve)
      connection.on('error', () => resolve())
    })
    connection.on('notification', ({ channel, payload }) =>
      tell(channel === 'events' ? 'events' : 'changes', payload),
    )
    await connection.connect()
    client = connection
    if (closing.signal.aborted) return
    await connection.query('listen changes; listen events')
    const probing = probe(connection, probeEveryMs)
    if (isLost) log.info('the database is back')
    isLost = false
    tell('changes')
    tell('events')
    isListening = true
    await Promise.race([ended, probing.failed])
    isListening = false
    probing.stop()
  }

  async function listenForEver(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {})
      discard(client)
      client = undefined
      if (closing.signal.aborted) return
      if (!isLost) log.warn('the database cannot be reached; trying again every second')
      isLost = true
      await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const listening = listenForEver()
  return {
    version: () => version,
    isListening: () => isListening,
    touch: () => tell('changes', ''),
    subscribe: (channel, listener) => {
      listeners[channel].add(listener)
      return () => listeners[channel].delete(listener)
    },
    close: async () => {
      closing.abort()
      discard(client)
      await listening
    },
  }
}

/** Resolves `failed` when the server does not answer in time; the connection is of no use then. */
function probe(connection: pg.Client, everyMs: number): { failed: Promise<void>; stop(): void } {
  const stopping = new AbortController()
  const question: pg.QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: everyMs }
  async function probeForEver(): Promise<void> {
    for (;;) {
      await sleep(everyMs, undefined, { signal: stopping.signal })
      await connection.query(question)
    }
  }
  return { failed: probeForEver().catch(() => {}), stop: () => stopping.abort() }
}

/** Not awaited: a connection that no longer answers does not answer a farewell either. */
function discard(connection: pg.Client | undefined): void {
  void connection?.end().catch(() => {})
  connection?.connection.stream.destroy()
}
