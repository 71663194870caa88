import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../logging.server.ts'

/** How many times the data behind the pages has changed, as far as the database has told us. */
export type Changes = {
  version(): number
  /** False while changes may go unheard: a version then proves nothing. */
  isListening(): boolean
  /** Tells of a change that did not happen in the database. */
  touch(): void
  /** Called after every change, and when changes may have been missed. */
  subscribe(listener: () => void): () => void
  close(): Promise<void>
}

const RETRY_MS = 1_000
const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_MS = 10_000

export function watchChanges(url: string, channel: string, log: Log): Changes {
  let version = 0
  let isListening = false
  let isLost = false
  let client: pg.Client | undefined
  const closing = new AbortController()
  const listeners = new Set<() => void>()

  function tell(): void {
    version += 1
    for (const listener of listeners) listener()
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
    connection.on('notification', tell)
    await connection.connect()
    client = connection
    if (closing.signal.aborted) return
    await connection.query(`listen ${connection.escapeIdentifier(channel)}`)
    if (isLost) log.info('the database is back')
    isLost = false
    tell()
    isListening = true
    await ended
    isListening = false
  }

  async function listenForEver(): Promise<void> {
    while (!closing.signal.aborted) {
      await listenOnce().catch(() => {})
      await client?.end().catch(() => {})
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
    touch: tell,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      closing.abort()
      await client?.end().catch(() => {})
      await listening
    },
  }
}
