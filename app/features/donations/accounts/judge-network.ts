import type { SolanaNetwork } from '../contract.ts'

/** Fixed for ever by the first block of each public network. */
export const GENESIS_HASHES: Record<Exclude<SolanaNetwork, 'localnet'>, string> = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
}

export type RpcNetwork = { rpcName: string; genesisHash: string | undefined }

export type NetworkVerdict =
  | { status: 'known'; genesisHash: string }
  /** A network of the operator's own, and no RPC that could say which. */
  | { status: 'unreachable' }
  | { status: 'contradiction'; sentence: string }

/** Whether the RPCs are on the network that the operator named, as far as they answer. */
export function judgeNetwork(network: SolanaNetwork, rpcs: RpcNetwork[]): NetworkVerdict {
  const expected = network === 'localnet' ? undefined : GENESIS_HASHES[network]
  const answered = rpcs.flatMap(({ rpcName, genesisHash }) => (genesisHash ? { rpcName, genesisHash } : []))
  for (const { rpcName, genesisHash } of answered) {
    const isRight = expected === undefined ? nameNetwork(genesisHash) === undefined : genesisHash === expected
    if (!isRight)
      return contradiction(
        `SOLANA_NETWORK is ${network}, but the Solana RPC ${rpcName} is on ${inWords(genesisHash)}`,
      )
  }
  const [first, ...others] = answered
  const other = others.find(({ genesisHash }) => genesisHash !== first?.genesisHash)
  if (first && other)
    return contradiction(
      `the Solana RPCs ${first.rpcName} and ${other.rpcName} are on different networks, ` +
        `${inWords(first.genesisHash)} and ${inWords(other.genesisHash)}`,
    )
  const genesisHash = expected ?? first?.genesisHash
  return genesisHash ? { status: 'known', genesisHash } : { status: 'unreachable' }
}

export function nameNetwork(genesisHash: string): SolanaNetwork | undefined {
  const known = Object.entries(GENESIS_HASHES).find(([, hash]) => hash === genesisHash)
  return known?.[0] as SolanaNetwork | undefined
}

function inWords(genesisHash: string): string {
  return nameNetwork(genesisHash) ?? `a network of its own (genesis hash ${genesisHash})`
}

function contradiction(sentence: string): NetworkVerdict {
  return { status: 'contradiction', sentence }
}
