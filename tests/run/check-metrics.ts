import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../app/platform/network/free-port.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { findPrometheus } from '../../scripts/support/find-program.ts'
import { runScript } from '../../scripts/support/run-script.ts'
import { temporaryFolder } from '../../scripts/support/temporary-folder.ts'
import { runSite } from '../support/site/running-site.ts'

const MAX_SCRAPE_MS = 60_000
const RULES = fileURLToPath(new URL('../../deploy/alerts.yml', import.meta.url))
const TESTS = fileURLToPath(new URL('../../deploy/alerts.test.yml', import.meta.url))

async function finish(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new CannotStart(`${child.spawnargs.join(' ')} failed`)
}

/** Prometheus reads OpenMetrics, promtool only the older format. */
async function scrapeWith(prometheus: string, metrics: string): Promise<void> {
  const folder = await temporaryFolder()
  const port = await freePort()
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [RULES],
    scrape_configs: [
      {
        job_name: 'npc-stream',
        static_configs: [{ targets: [new URL(metrics).host.replace('localhost', '127.0.0.1')] }],
      },
    ],
  }
  const file = join(folder.path, 'prometheus.json')
  await writeFile(file, JSON.stringify(config))
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder.path}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  const server = spawn(prometheus, args, { stdio: 'ignore' })
  try {
    const ask = async (path: string) =>
      (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as { data: unknown }
    const askOrWait = (path: string) => ask(path).catch(() => undefined)
    const deadline = AbortSignal.timeout(MAX_SCRAPE_MS)
    while (!JSON.stringify(await askOrWait('query?query=up'))?.includes('"1"]'))
      await sleep(200, undefined, { signal: deadline })
    const { data } = await ask('query?query=count(npc_stream_votes)')
    console.log(`Prometheus scraped the site: ${JSON.stringify(data)}`)
  } finally {
    server.kill()
    await once(server, 'exit')
    await folder.remove()
  }
}

await runScript('npm run check:metrics; needs promtool, of Debian\'s package "prometheus"', async () => {
  const prometheus = findPrometheus()
  if (prometheus === undefined)
    return console.log(
      'Skipped: promtool is not installed; on Debian, "apt-get install prometheus" brings it.',
    )
  const { promtool } = prometheus
  await finish(spawn(promtool, ['check', 'rules', RULES], { stdio: 'inherit' }))
  await finish(spawn(promtool, ['test', 'rules', TESTS], { stdio: 'inherit' }))
  const site = await runSite({ METRICS_PORT: '0' })
  try {
    await fetch(site.url)
    const metrics = /metrics\s+(http:\S+)/.exec(site.output().out)?.[1] ?? ''
    const checking = spawn(promtool, ['check', 'metrics'], { stdio: ['pipe', 'inherit', 'inherit'] })
    checking.stdin?.end(await (await fetch(metrics)).text())
    await finish(checking)
    await scrapeWith(prometheus.server, metrics)
  } finally {
    await site.close()
  }
})
