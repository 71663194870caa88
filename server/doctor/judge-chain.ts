import { judgeNetwork } from '../../app/features/donations/accounts/judge-network.ts'
import type { SolanaNetwork } from '../../app/features/donations/contract.ts'
import { type Finding, well, wrong } from './finding.ts'

export type RpcFacts = { rpcName: string; genesisHash: string | undefined; slot: number | undefined }

/** About a minute. */
const MAX_SLOTS_BEHIND = 150

export function judgeRpcs(network: SolanaNetwork, rpcs: RpcFacts[]): Finding {
  if (rpcs.length === 0) return wrong('RPC', 'the embedded ledger does not run', 'start the site')
  const silent = rpcs.filter(({ genesisHash, slot }) => genesisHash === undefined || slot === undefined)
  const verdict = judgeNetwork(network, rpcs)
  if (verdict.status === 'contradiction')
    return wrong('RPC', verdict.sentence, 'change SOLANA_RPC_URL or SOLANA_NETWORK')
  if (silent.length > 0)
    return wrong(
      'RPC',
      `${silent.map(({ rpcName }) => rpcName).join(', ')} does not answer`,
      'replace it in SOLANA_RPC_URL',
    )
  const newest = Math.max(...rpcs.map(({ slot = 0 }) => slot))
  const late = rpcs.find(({ slot = 0 }) => newest - slot > MAX_SLOTS_BEHIND)
  if (late)
    return wrong(
      'RPC',
      `${late.rpcName} is ${newest - (late.slot ?? 0)} slots behind the others`,
      'replace it in SOLANA_RPC_URL',
    )
  return well('RPC', `${rpcs.map(({ rpcName }) => rpcName).join(', ')} on ${network}, slot ${newest}`)
}
