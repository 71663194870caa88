import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startBackgroundTask } from '../async/background-task.server.ts'
import type { Log } from '../logging/logging.server.ts'
import { CONNECT_TIMEOUT_MS } from './database.server.ts'

/** `changes`: data that pages show has changed. `events`: the table of events has new rows. */
type Channel = 'changes' | 'events'

/** Gets the table that changed, or undefined when notifications may have been missed. */
type Listener = (table?: string) => void

export type Changes = ReturnType<typeof watchChanges>

const KEEP_ALIVE_MS = 10_000
/** A connection that a router dropped stays open and silent; only an answer proves that it works. */
const PROBE_EVERY_MS = 5_000

/** Notifications from the database. */
export function watchChanges(url: string, log: Log, probeEveryMs = PROBE_EVERY_MS) {
  let version = 0
  let isListening = false
  let client: pg.Client | undefined
  const listeners = { changes: new Set<Listener>(), events: new Set<Listener>() }

  function notify(channel: Channel, table?: string): void {
    if (channel === 'changes') version += 1
    for (const listener of listeners[channel]) listener(table)
  }

  async function listen(signal: AbortSignal, onListening: () => void): Promise<never> {
    const { connection, ended } = await connect(url)
    connection.on('notification', ({ channel, payload }) =>
      notify(channel === 'events' ? 'events' : 'changes', payload),
    )
    client = connection
    signal.throwIfAborted()
    await connection.query('listen changes; listen events')
    const probing = probe(connection, probeEveryMs)
    onListening()
    notify('changes')
    notify('events')
    isListening = true
    await Promise.race([ended, probing.failed])
    isListening = false
    probing.stop()
    throw new Error('the connection ended')
  }

  const listening = startBackgroundTask({
    work: ({ signal, reportSuccess }) =>
      listen(signal, reportSuccess).finally(() => {
        discard(client)
        client = undefined
      }),
    log,
    failing: 'the database cannot be reached; trying again every second',
    recovered: 'the database is back',
  })
  return {
    /** How many changes of the pages' data this process has been notified of. */
    version: () => version,
    /** False while notifications may be missed: an unchanged version then proves nothing. */
    isListening: () => isListening,
    /** Reports a change that did not happen in the database. */
    touch: () => notify('changes', ''),
    subscribe: (channel: Channel, listener: Listener): (() => void) => {
      listeners[channel].add(listener)
      return () => listeners[channel].delete(listener)
    },
    close: async () => {
      const closed = listening.close()
      discard(client)
      await closed
    },
  }
}

/** `ended` resolves when the connection is lost. */
async function connect(url: string): Promise<{ connection: pg.Client; ended: Promise<void> }> {
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
  await connection.connect()
  return { connection, ended }
}

/** `failed` resolves when the server does not answer in time. */
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

/** Not awaited: a connection that no longer answers would not answer `end` either. */
function discard(connection: pg.Client | undefined): void {
  void connection?.end().catch(() => {})
  connection?.connection.stream.destroy()
}
