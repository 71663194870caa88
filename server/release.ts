import { existsSync } from 'node:fs'

/** A release has its build, and neither the sources nor the tools to make another. */
export const IS_RELEASE = !existsSync(new URL('../vite.config.ts', import.meta.url))

/** Texts name the commands of a clone; in a release `./npc-stream` runs them. */
export function nameCommands(text: string, isRelease = IS_RELEASE): string {
  if (!isRelease) return text
  return text
    .replaceAll(/npm run ([\w-]+)(?: --(?= ))?/g, './npc-stream $1')
    .replaceAll('npm start', './npc-stream')
}
