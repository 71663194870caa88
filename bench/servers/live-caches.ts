import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../app/platform/network/free-port.server.ts'
import { findNginx, findOrInstall, findVarnish } from '../../scripts/support/find-program.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { runNginx } from '../../tests/support/nginx.ts'

export type LiveCache = {
  url: string
  pid: number
  /** Requests sent to the site so far. */
  passedOn(): number
  stop(): Promise<void>
}

const RECOMMENDED = fileURLToPath(new URL('../../docs/varnish.vcl', import.meta.url))
const VARNISHSTAT = '/usr/bin/varnishstat'
const MAX_CONNECTIONS = 16_000

/** Debian's Varnish with the configuration that docs/live.md recommends. */
export async function startVarnish(origin: string): Promise<LiveCache> {
  const varnishd = findOrInstall(findVarnish, 'varnish')
  const folder = await temporaryFolder()
  const port = await freePort()
  const vcl = (await readFile(RECOMMENDED, 'utf8')).replace(
    '.port = "3001"',
    `.port = "${new URL(origin).port}"`,
  )
  await writeFile(`${folder.path}/site.vcl`, vcl)
  const instance = `${folder.path}/varnish`
  const options = ['-j', 'none', '-F', '-n', instance, '-s', 'malloc,256m', '-f', `${folder.path}/site.vcl`]
  const child = spawn(varnishd, [...options, '-a', `127.0.0.1:${port}`], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await untilAnswering(url, child)
  const passedOn = () => {
    const counters = execFileSync(VARNISHSTAT, ['-n', instance, '-1', '-f', 'MAIN.backend_req'])
    return Number(String(counters).split(/\s+/)[1])
  }
  return { url, pid: child.pid ?? 0, passedOn, stop: () => stop(child, folder) }
}

/** nginx with a lock per address: one request fetches, the others wait and look again every 500 ms. */
export async function startNginxCache(origin: string): Promise<LiveCache> {
  const nginx = findOrInstall(findNginx, 'nginx-light')
  const folder = await temporaryFolder()
  const port = await freePort()
  await mkdir(`${folder.path}/cache`)
  await writeFile(`${folder.path}/nginx.conf`, nginxConfiguration(folder.path, origin, port))
  const child = runNginx(nginx, folder.path)
  const url = `http://127.0.0.1:${port}`
  await untilAnswering(url, child)
  const passedOn = () => readFileSync(`${folder.path}/passed-on.log`, 'latin1').split('\n').length - 1
  return { url, pid: child.pid ?? 0, passedOn, stop: () => stop(child, folder) }
}

type Child = ReturnType<typeof spawn>

async function untilAnswering(url: string, child: Child): Promise<void> {
  const isAnswering = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isAnswering())) {
    if (child.exitCode !== null) throw new Error('the cache did not start')
    await sleep(100)
  }
}

async function stop(child: Child, folder: { remove(): Promise<unknown> }): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
  await folder.remove()
}

function nginxConfiguration(own: string, origin: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
worker_rlimit_nofile ${MAX_CONNECTIONS + 1_000};
pid ${own}/nginx.pid;
events { worker_connections ${MAX_CONNECTIONS}; }
http {
  access_log off;
  keepalive_requests 1000000;
  ${temporary.map((name) => `${name}_temp_path ${own}/${name};`).join('\n  ')}
  proxy_cache_path ${own}/cache keys_zone=live:10m max_size=256m use_temp_path=off;
  log_format passed_on $upstream_status;
  map $upstream_status $is_passed_on { "" 0; default 1; }
  upstream site { server ${new URL(origin).host}; keepalive 64; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    access_log ${own}/passed-on.log passed_on if=$is_passed_on;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $remote_addr;
    location / { proxy_pass http://site; }
    location /live/ {
      proxy_pass http://site;
      proxy_cache live;
      proxy_cache_key $request_uri;
      proxy_cache_lock on;
      proxy_cache_lock_timeout 20s;
      proxy_cache_lock_age 20s;
      proxy_ignore_headers Cache-Control Vary;
      proxy_cache_valid 200 1s;
      location ~ \\.m4s$ {
        proxy_pass http://site;
        proxy_cache live;
        proxy_cache_key $request_uri;
        proxy_cache_lock on;
        proxy_cache_valid 200 60s;
      }
    }
  }
}
`
}
