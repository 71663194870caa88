import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../app/platform/network/free-port.server.ts'
import { findNginx, findNginxRtmpModule, findOrInstall } from '../../../scripts/support/find-program.ts'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { runNginx } from '../nginx.ts'
import { until } from '../until.ts'

const CONFIGURATION = fileURLToPath(new URL('../../../docs/nginx-rtmp.conf', import.meta.url))

/** The configuration that docs/media-servers.md recommends, on ports of its own. */
export async function startNginxRtmp(hookAddress: string) {
  const nginx = findOrInstall(findNginx, 'nginx-light')
  const module = findOrInstall(findNginxRtmpModule, 'libnginx-mod-rtmp')
  const folder = await temporaryFolder()
  const [port, statPort] = [await freePort(), await freePort()]
  const video = `${folder.path}/video`
  const recommended = (await readFile(CONFIGURATION, 'utf8'))
    .replaceAll(/http:\S+TOKEN/g, hookAddress)
    .replace('listen 1935;', `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:1935', `127.0.0.1:${port}`)
    .replace(/hls_path \S+;/, `hls_path ${video};`)
  await writeFile(`${folder.path}/rtmp.conf`, recommended)
  await writeFile(`${folder.path}/nginx.conf`, surroundings(folder.path, module, statPort))
  const child = runNginx(nginx, folder.path)
  const readStat = () => fetch(`http://127.0.0.1:${statPort}/stat`).then((answer) => answer.text())
  await until(() => {
    if (child.exitCode !== null) throw new Error('nginx does not start')
    return readStat().catch(() => undefined)
  })
  return {
    port,
    readStat,
    listVideo: () => readdir(video),
    readLog: () => readFile(`${folder.path}/error.log`, 'utf8'),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await folder.remove()
    },
  }
}

function surroundings(folder: string, module: string, statPort: number): string {
  return `load_module ${module};
daemon off;
user root;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/client_body;
  server {
    listen 127.0.0.1:${statPort};
    location = /stat { rtmp_stat all; }
  }
}
include ${folder}/rtmp.conf;
`
}
