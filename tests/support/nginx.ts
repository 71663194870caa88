import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../app/platform/network/free-port.server.ts'
import { findNginx, findOrInstall } from '../../scripts/support/find-program.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { until } from './until.ts'

const CONFIGURATION = fileURLToPath(new URL('../../docs/nginx.conf', import.meta.url))

/** The configuration that docs/scale.md recommends, in front of these instances and on a port of its own. */
export async function startNginx(instances: string[]): Promise<{ url: string; stop(): Promise<void> }> {
  const nginx = findOrInstall(findNginx, 'nginx-light')
  const folder = await temporaryFolder()
  const port = await freePort()
  const servers = instances.map((url) => `server ${new URL(url).host};`)
  const recommended = (await readFile(CONFIGURATION, 'utf8'))
    .replace(/( +server 127\.0\.0\.1:\d+;\n)+/, `${servers.join('\n')}\n`)
    // What is left is the one with the video.
    .replace(/ +server 127\.0\.0\.1:3001;\n/, `${servers[0]}\n`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
  await writeFile(`${folder.path}/site.conf`, recommended)
  await writeFile(`${folder.path}/nginx.conf`, surroundings(folder.path))
  const child = runNginx(nginx, folder.path)
  const url = `http://127.0.0.1:${port}`
  await until(() => isAnswering(url, child))
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await folder.remove()
    },
  }
}

/** With the `nginx.conf` of a folder. */
export function runNginx(nginx: string, folder: string): ChildProcess {
  const places = ['-p', folder, '-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`]
  return spawn(nginx, places, { stdio: 'ignore' })
}

function surroundings(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  // Root's nginx would write large bodies as another user, who may not.
  return `daemon off;
user ${userInfo().username};
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/site.conf;
}
`
}

async function isAnswering(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error('nginx does not start')
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
