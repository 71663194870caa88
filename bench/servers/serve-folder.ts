import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../app/platform/network/free-port.server.ts'
import { findNginx, findOrInstall } from '../../scripts/support/find-program.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { runNginx } from '../../tests/support/nginx.ts'

/** Debian's nginx with one worker, serving the files of a folder. */
export async function serveFolder(
  files: string,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const nginx = findOrInstall(findNginx, 'nginx-light')
  const folder = await temporaryFolder()
  const port = await freePort()
  await writeFile(`${folder.path}/nginx.conf`, configuration(folder.path, files, port))
  const child = runNginx(nginx, folder.path)
  const url = `http://127.0.0.1:${port}/`
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await sleep(50)
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await folder.remove()
    },
  }
}

function configuration(own: string, files: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  // Workers would otherwise run as nobody, who may not read a temporary folder.
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${own}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000;
  ${temporary.map((name) => `${name}_temp_path ${own}/${name};`).join('\n  ')}
  server { listen 127.0.0.1:${port}; root ${files}; }
}
`
}

function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}
