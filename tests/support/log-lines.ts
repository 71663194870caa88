import { pino } from 'pino'
import type { Log } from '../../app/platform/logging.server.ts'

export type LogLine = { level: number; msg: string } & Record<string, unknown>

export const WARN = 40
export const ERROR = 50

/** A log as the site has it, and what is written to it. */
export function keepLog(): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  return { log, lines }
}
