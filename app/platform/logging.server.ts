import { type Logger, pino } from 'pino'

export type Log = Logger

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const STDERR = 2

/** Structured lines go to stderr; stdout keeps the few lines a person reads at the start. */
export function createLog(level: LogLevel): Log {
  return pino(
    { level, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: STDERR, sync: false, minLength: 0 }),
  )
}
