import type { Db } from '../../../platform/database/database.server.ts'
import type { Log } from '../../../platform/logging/logging.server.ts'
import { CannotStart } from '../../../platform/settings/cannot-start.server.ts'
import { fetchGenesisHash, nameRpcs } from '../chain/rpc-client.server.ts'
import type { PaymentTerms } from '../contract.ts'
import { judgeNetwork, nameNetwork } from './judge-network.ts'
import {
  findNewestGenesisHash,
  openReceivingAccount,
  type ReceivingAccount,
} from './receiving-accounts-store.server.ts'

type AccountSettings = { db: Db; log: Log; terms: PaymentTerms; rpcUrls: string[] }

/** Opens the account that payments belong to: the address on the network that the RPCs are actually on. */
export async function openAccount({ db, log, terms, rpcUrls }: AccountSettings): Promise<ReceivingAccount> {
  const { address, network } = terms
  const names = nameRpcs(rpcUrls)
  const hashes = await Promise.all(rpcUrls.map(fetchGenesisHash))
  const rpcs = names.map((rpcName, place) => ({ rpcName, genesisHash: hashes[place] }))
  const verdict = judgeNetwork(network, rpcs)
  if (verdict.status === 'contradiction') throw new CannotStart(verdict.sentence)
  const unreachable = rpcs
    .filter(({ genesisHash }) => genesisHash === undefined)
    .map(({ rpcName }) => rpcName)
  if (unreachable.length > 0)
    log.warn(
      { rpcs: unreachable },
      'a Solana RPC does not answer yet; its network will be checked when it does',
    )
  if (verdict.status === 'known')
    return openReceivingAccount(db, { genesisHash: verdict.genesisHash, address })
  const kept = await findNewestGenesisHash(db, address)
  if (kept !== undefined && nameNetwork(kept) === undefined)
    return openReceivingAccount(db, { genesisHash: kept, address })
  throw new CannotStart(
    `the Solana RPC ${names.join(', ')} cannot be reached, and ${network} is not known yet`,
  )
}
