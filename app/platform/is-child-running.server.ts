import type { ChildProcess } from 'node:child_process'

export function isChildRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
