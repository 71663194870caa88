import { type DestinationStream, type Logger, pino } from 'pino'
import { serializeError } from './serialize-error.server.ts'

export type Log = Logger

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const STDERR = 2
/** The buffer for a stderr that does not accept data; more is dropped. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024

/** Structured lines go to stderr; stdout is for the few lines that a person reads at startup. */
export function createLog(level: LogLevel, destination: DestinationStream = openStderr()): Log {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    destination,
  )
}

/** A full disk or a closed pipe costs log lines, never the process. */
function openStderr(): DestinationStream {
  const stderr = pino.destination({ dest: STDERR, sync: false, minLength: 0, maxLength: MAX_WAITING_BYTES })
  const { flushSync } = stderr
  let isFailing = false
  stderr.on('error', () => {
    isFailing = true
  })
  stderr.on('write', () => {
    isFailing = false
  })
  // At exit pino would try forever to flush what cannot be written.
  stderr.flushSync = () => {
    if (!isFailing) flushSync.call(stderr)
  }
  return stderr
}
