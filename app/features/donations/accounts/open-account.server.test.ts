import { expect, test } from 'vitest'
import { DOWN, HTML, withStatus } from '../../../../tests/support/ledger/faulty-rpc.ts'
import { ledgerFixture } from '../../../../tests/support/ledger/ledger-fixture.ts'
import { randomAddress } from '../../../../tests/support/ledger/random-keys.ts'
import { captureLog } from '../../../../tests/support/site/captured-log.ts'
import { systemClock } from '../../../platform/clock.ts'
import { CannotStart } from '../../../platform/settings/cannot-start.server.ts'
import { openChain } from '../chain/solana-api.server.ts'
import type { SolanaNetwork } from '../contract.ts'
import { GENESIS_HASHES } from './judge-network.ts'
import { openAccount } from './open-account.server.ts'

const fixture = ledgerFixture()

const isOn = (network: keyof typeof GENESIS_HASHES) => ({
  alter: (result: never, { method }: { method: string }) =>
    method === 'getGenesisHash' ? GENESIS_HASHES[network] : result,
})

function open(network: SolanaNetwork, address = randomAddress()) {
  const { log, lines } = captureLog()
  const rpcUrls = [fixture.first.url, fixture.second.url]
  const opened = openAccount({ db: fixture.database.db, log, terms: { address, network }, rpcUrls })
  return { opened, lines, address, rpcUrls }
}

test('an account is an address on a network, and stays the same at the next start', async () => {
  const { opened, address } = open('localnet')
  const account = await opened
  expect(account).toMatchObject({ address, genesisHash: expect.any(String) })
  expect(await open('localnet', address).opened).toEqual(account)
  for (const rpc of [fixture.first, fixture.second]) rpc.behave(isOn('devnet'))
  const onDevnet = await open('devnet', address).opened
  expect(onDevnet.genesisHash).toBe(GENESIS_HASHES.devnet)
  expect(onDevnet.id).not.toBe(account.id)
})

test('the site does not start as mainnet with an RPC on devnet; the message names the host and both networks', async () => {
  fixture.first.behave(isOn('mainnet'))
  fixture.second.behave(isOn('devnet'))
  const failure = await open('mainnet').opened.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CannotStart)
  expect(failure).toMatchObject({
    message: `SOLANA_NETWORK is mainnet, but the Solana RPC ${new URL(fixture.second.url).host} is on devnet`,
  })
})

test('localnet does not start on a public network', async () => {
  fixture.first.behave(isOn('mainnet'))
  await expect(open('localnet').opened).rejects.toThrow(/is localnet, but .* is on mainnet/)
})

test.each([
  ['down', DOWN],
  ['rate limited', withStatus(429)],
  ['answering HTML', HTML],
])(
  'mainnet starts while its RPCs are %s, and does not use one that turns out to be on devnet',
  async (_title, fault) => {
    fixture.first.behave(fault)
    fixture.second.behave(fault)
    const { opened, lines, address, rpcUrls } = open('mainnet')
    const account = await opened
    expect(account.genesisHash).toBe(GENESIS_HASHES.mainnet)
    expect(lines()).toMatchObject([{ level: 40, msg: expect.stringContaining('checked when it does') }])

    for (const rpc of [fixture.first, fixture.second]) rpc.behave(isOn('devnet'))
    const { log, lines: later } = captureLog()
    const terms = { address, network: 'mainnet' as const }
    const chain = openChain({ terms, rpcUrls, genesisHash: account.genesisHash, clock: systemClock, log })
    expect(await chain.findTransaction('5'.repeat(88))).toMatchObject({ at: 'unavailable' })
    expect(later().filter(({ level }) => level === 50)).toHaveLength(2)
    expect([...fixture.first.calls, ...fixture.second.calls]).not.toContain('getTransaction')
  },
)

test('a private network starts without its RPC only if the address was used there before', async () => {
  const { opened, address } = open('localnet')
  const account = await opened
  fixture.first.behave(DOWN)
  fixture.second.behave(DOWN)
  expect(await open('localnet', address).opened).toEqual(account)
  await expect(open('localnet').opened).rejects.toThrow(/cannot be reached/)
})
