// Same on any database: once is enough.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createSolanaRpc } from '@solana/kit'
import { expect, test } from 'vitest'
import { processesOf } from '../support/site/processes.ts'
import { type RunningSite, runSite } from '../support/site/running-site.ts'
import { until } from '../support/until.ts'

function ledgerOf(site: RunningSite): number {
  const [ledger, ...others] = processesOf(site.dataDir).filter(({ command }) =>
    command.includes('ledger-process'),
  )
  expect(others).toEqual([])
  if (ledger === undefined) throw new Error('the ledger has no process')
  return ledger.pid
}

const USUAL_PORT = 8899

/** With the usual port, the site of another test could take it while the ledger is away. */
async function runSiteOffUsualPort(): Promise<{ site: RunningSite; url: string }> {
  const holder = createServer().listen(USUAL_PORT, '127.0.0.1')
  await once(holder, 'listening').catch(() => {})
  const site = await runSite()
  holder.close()
  const url = /ledger at (\S+),/.exec(site.output().out)?.[1] ?? ''
  if (Number(new URL(url).port) !== USUAL_PORT) return { site, url }
  await site.close()
  return runSiteOffUsualPort()
}

test('a ledger that aborts does not end the site, and restarts at its address with all its data', async () => {
  const { site, url } = await runSiteOffUsualPort()
  const rpc = createSolanaRpc(url)
  const genesis = await rpc.getGenesisHash().send()
  const first = ledgerOf(site)
  process.kill(first, 'SIGABRT')
  await until(() => processesOf(site.dataDir).every(({ pid }) => pid !== first))
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  await until(
    async () =>
      (await rpc
        .getHealth()
        .send()
        .catch(() => undefined)) === 'ok',
  )
  expect(await rpc.getGenesisHash().send()).toBe(genesis)
  expect(ledgerOf(site)).not.toBe(first)
  expect(site.output().err).toContain('the embedded ledger ended by itself; starting it again')
  expect(await site.stop()).toEqual({ code: 0, signal: null })
  expect(processesOf(site.dataDir)).toEqual([])
  await site.close()
})

test('the ledger of a killed site ends with it, and the next start reopens it', async () => {
  const site = await runSite()
  const first = ledgerOf(site)
  await site.restart('SIGKILL')
  expect(ledgerOf(site)).not.toBe(first)
  await site.close()
})
