import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildIfStale } from '../server/build-site.ts'
import type { SiteProcess } from '../tests/support/site/site-process.ts'
import { compareSites, SECONDS_PER_ROUND, startTarget } from './support/compare-sites.ts'

const OPERATOR = { name: 'Bench', password: 'a password for the benchmark' }

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '6' } } })

// What the operator's desk costs the visitors. The third site is as the first: their difference is the noise.
await buildIfStale()
const targets = [
  await startTarget('without a desk', {}),
  await startTarget('desk on, Today open', { OPERATOR_PORT: '0' }, openToday),
  await startTarget('without a desk, again', {}),
]
await compareSites(targets, Number(values.rounds))

/** As an operator's page does it, and twice as often: it reads every ten seconds, the plots every minute. */
async function openToday(site: SiteProcess) {
  const link = /desk +(http\S+)/.exec(site.output().out)?.[1] ?? ''
  const { origin, hash } = new URL(link)
  const joined = await fetch(`${origin}/api/join`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ ...OPERATOR, token: hash.slice(1) }),
  })
  const cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? ''
  return async () => {
    await sleep((SECONDS_PER_ROUND / 2) * 1_000)
    for (const path of ['/api/today', '/api/today/history']) {
      const answer = await fetch(origin + path, { headers: { cookie } })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
      await answer.text()
    }
  }
}
