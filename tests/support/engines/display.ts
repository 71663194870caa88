import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { findOrInstall, findXvfb } from '../../../scripts/support/find-program.ts'
import type { Programs } from './programs.ts'

/** A display in memory. Xvfb chooses a free one and writes its number to descriptor 1. */
export async function startDisplay(programs: Programs): Promise<string> {
  const xvfb = findOrInstall(findXvfb, 'xvfb')
  const args = ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const { child, output } = programs.start(xvfb, args)
  const ended = once(child, 'close').then(() => {
    throw new Error(`Xvfb did not start: ${output()}`)
  })
  ended.catch(() => {})
  const [number] = await Promise.race([once(child.stdout as Readable, 'data'), ended])
  return `:${String(number).trim()}`
}
