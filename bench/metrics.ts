import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../server/build-site.ts'
import type { SiteProcess } from '../tests/support/site/site-process.ts'
import { compareSites, SECONDS_PER_ROUND, startTarget } from './support/compare-sites.ts'

const OPEN_METRICS = { accept: 'application/openmetrics-text' }

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '6' } } })

// What it costs to be measured. The third site is as the first: their difference is the noise.
await buildIfStale()
const targets = [
  await startTarget('without metrics', {}),
  await startTarget('scraped every 5 s', { METRICS_PORT: '0' }, openScraper),
  await startTarget('without metrics, again', {}),
]
await compareSites(targets, Number(values.rounds))

/** A round takes as long as the pause between two scrapes. */
async function openScraper(site: SiteProcess) {
  const address = /metrics\s+(http:\S+)/.exec(site.output().out)?.[1] ?? ''
  return async () => {
    await sleep((SECONDS_PER_ROUND / 2) * 1_000)
    await (await fetch(address, { headers: OPEN_METRICS })).text()
  }
}
