import { createLog, type Log, type LogLevel } from '../../../app/platform/logging/logging.server.ts'

export type LogLine = { level: number; msg: string; err?: { type: string; message: string } } & Record<
  string,
  unknown
>
export type CapturedLog = { log: Log; lines(): LogLine[]; clear(): void }

/** Captures the log, as production writes it, in memory. */
export function captureLog(level: LogLevel = 'debug'): CapturedLog {
  const written: string[] = []
  const log = createLog(level, { write: (line) => void written.push(line) })
  return {
    log,
    lines: () => written.map((line) => JSON.parse(line) as LogLine),
    clear: () => written.splice(0),
  }
}
