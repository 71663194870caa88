import { isAddress } from '@solana/kit'
import { expect, test } from 'vitest'
import { GENESIS_HASHES, judgeNetwork } from './judge-network.ts'

const { mainnet, devnet } = GENESIS_HASHES
const OWN = 'A'.repeat(43)

const rpcs = (...hashes: (string | undefined)[]) =>
  hashes.map((genesisHash, place) => ({ rpcName: `rpc${place + 1}.example`, genesisHash }))

test('a genesis hash has 32 bytes, as an address has', () => {
  for (const hash of Object.values(GENESIS_HASHES)) expect(isAddress(hash)).toBe(true)
})

test('a public network is known by its constant, even while no RPC answers', () => {
  expect(judgeNetwork('mainnet', rpcs(mainnet, undefined))).toEqual({ status: 'known', genesisHash: mainnet })
  expect(judgeNetwork('devnet', rpcs(undefined))).toEqual({ status: 'known', genesisHash: devnet })
})

test('a private network is known by what its RPC says', () => {
  expect(judgeNetwork('localnet', rpcs(undefined, OWN))).toEqual({ status: 'known', genesisHash: OWN })
  expect(judgeNetwork('localnet', rpcs(undefined, undefined))).toEqual({ status: 'unreachable' })
})

test.each([
  ['mainnet', rpcs(devnet), 'SOLANA_NETWORK is mainnet, but the Solana RPC rpc1.example is on devnet'],
  [
    'devnet',
    rpcs(devnet, mainnet),
    'SOLANA_NETWORK is devnet, but the Solana RPC rpc2.example is on mainnet',
  ],
  ['localnet', rpcs(mainnet), 'SOLANA_NETWORK is localnet, but the Solana RPC rpc1.example is on mainnet'],
  [
    'mainnet',
    rpcs(OWN),
    'SOLANA_NETWORK is mainnet, but the Solana RPC rpc1.example is on a private network',
  ],
  ['localnet', rpcs(OWN, 'B'.repeat(43)), 'the Solana RPCs rpc1.example and rpc2.example are on different'],
] as const)('%s contradicts %j', (network, answered, sentence) => {
  const verdict = judgeNetwork(network, [...answered])
  expect(verdict).toMatchObject({ status: 'contradiction', sentence: expect.stringContaining(sentence) })
})
