import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a service's unit file says about its start. */
export type Unit = {
  command: string[]
  user: string
  folder: string
  variables: Record<string, string>
  stateFolders: string[]
}

export async function readUnit(root: string, name: string): Promise<Unit> {
  const text = await readFile(join(root, 'etc/systemd/system', name), 'utf8')
  const values = (key: string) =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const [command = '', user = 'root', folder = '/'] = ['ExecStart', 'User', 'WorkingDirectory'].map(
    (key) => values(key)[0],
  )
  const files = await Promise.all(
    values('EnvironmentFile').map((path) => readFile(join(root, path.replace(/^-/, '')), 'utf8')),
  )
  const assignments = [...values('Environment'), ...files.flatMap((content) => content.split('\n'))]
  return {
    command: command.split(' '),
    user,
    folder,
    variables: Object.fromEntries(assignments.filter(Boolean).map(splitAssignment)),
    stateFolders: values('StateDirectory').flatMap((names) => names.split(' ')),
  }
}

function splitAssignment(line: string): [string, string] {
  const at = line.indexOf('=')
  return [line.slice(0, at), line.slice(at + 1)]
}
