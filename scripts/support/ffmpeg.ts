import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const QUIET = ['-hide_banner', '-loglevel', 'error', '-y']

/** The same ffmpeg makes the same clip, byte for byte. */
export const REPEATABLE = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']

/** Ends the process with a one-line message if ffmpeg is not installed. */
export function requireFfmpeg(): void {
  if (!spawnSync('ffmpeg', ['-version']).error) return
  console.error('ffmpeg is not installed; on Debian, run "apt-get install ffmpeg"')
  process.exit(1)
}

/** Runs ffmpeg until it ends; it reads `input` as "-i -". */
export async function runFfmpeg(args: string[], input?: Readable): Promise<void> {
  const child = spawn('ffmpeg', [...QUIET, ...args], { stdio: ['pipe', 'inherit', 'inherit'] })
  const fed = input ? pipeline(input, child.stdin) : child.stdin.end()
  const [[code]] = await Promise.all([once(child, 'close'), fed])
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}
