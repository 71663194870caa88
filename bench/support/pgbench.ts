import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findDebianPostgres, findOrInstall } from '../../scripts/support/find-program.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'

type Run = { url: string; script: string; clients: number; seconds: number }

/** PostgreSQL's own load generator: each client repeats the script; returns the duration of every run. */
export async function runPgbench({ url, script, clients, seconds }: Run): Promise<{ delaysMs: number[] }> {
  const { initdb } = findOrInstall(findDebianPostgres, 'postgresql')
  const folder = await temporaryFolder()
  await writeFile(join(folder.path, 'script.sql'), script)
  const args = ['-n', '-M', 'prepared', '-j', '2', '-f', 'script.sql', '-l', '--log-prefix', 'log']
  await promisify(execFile)(
    initdb.replace(/initdb$/, 'pgbench'),
    [...args, '-c', String(clients), '-T', String(seconds), url],
    { cwd: folder.path },
  )
  const delaysMs: number[] = []
  for (const name of await readdir(folder.path)) {
    if (!name.startsWith('log.')) continue
    const lines = (await readFile(join(folder.path, name), 'utf8')).trim().split('\n')
    for (const line of lines) delaysMs.push(Number(line.split(' ')[2]) / 1_000)
  }
  await folder.remove()
  return { delaysMs }
}
