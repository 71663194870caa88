import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, writeDurably } from '../../app/platform/files/data-folder.server.ts'

export type LastBackup = { at: Date; bytes: number; path: string }

const FILE = 'last-backup.json'

/** So that the site can say how old its last backup is. */
export async function recordBackup(dataDir: string, backup: LastBackup): Promise<void> {
  await makeFolder(dataDir)
  await writeDurably(join(dataDir, FILE), `${JSON.stringify(backup)}\n`)
}

/** Undefined if there was none. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    const { at, bytes, path } = JSON.parse(await readFile(join(dataDir, FILE), 'utf8'))
    return { at: new Date(at), bytes: Number(bytes), path: String(path) }
  } catch {
    return undefined
  }
}
