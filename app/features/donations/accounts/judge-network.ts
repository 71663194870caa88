import type { SolanaNetwork } from '../contract.ts'

/** The hash of each public network's first block; it never changes. */
export const GENESIS_HASHES: Record<Exclude<SolanaNetwork, 'localnet'>, string> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
}

export type RpcNetwork = { rpcName: string; genesisHash: string | undefined }

export type NetworkVerdict =
  | { status: 'known'; genesisHash: string }
  /** A private network, and no RPC answered which one. */
  | { status: 'unreachable' }
  | { status: 'contradiction'; sentence: string }

/** Checks that the RPCs that answered are on the network the operator named. */
export function judgeNetwork(network: SolanaNetwork, rpcs: RpcNetwork[]): NetworkVerdict {
  const expected = network === 'localnet' ? undefined : GENESIS_HASHES[network]
  const answered = rpcs.flatMap(({ rpcName, genesisHash }) => (genesisHash ? { rpcName, genesisHash } : []))
  for (const { rpcName, genesisHash } of answered) {
    const isRight = expected === undefined ? nameNetwork(genesisHash) === undefined : genesisHash === expected
    if (!isRight)
      return contradiction(
        `SOLANA_NETWORK is ${network}, but the Solana RPC ${rpcName} is on ${describe(genesisHash)}`,
      )
  }
  const [first, ...others] = answered
  const other = others.find(({ genesisHash }) => genesisHash !== first?.genesisHash)
  if (first && other)
    return contradiction(
      `the Solana RPCs ${first.rpcName} and ${other.rpcName} are on different networks, ` +
        `${describe(first.genesisHash)} and ${describe(other.genesisHash)}`,
    )
  const genesisHash = expected ?? first?.genesisHash
  return genesisHash ? { status: 'known', genesisHash } : { status: 'unreachable' }
}

export function nameNetwork(genesisHash: string): SolanaNetwork | undefined {
  const known = Object.entries(GENESIS_HASHES).find(([, hash]) => hash === genesisHash)
  return known?.[0] as SolanaNetwork | undefined
}

function describe(genesisHash: string): string {
  return nameNetwork(genesisHash) ?? `a private network (genesis hash ${genesisHash})`
}

function contradiction(sentence: string): NetworkVerdict {
  return { status: 'contradiction', sentence }
}
