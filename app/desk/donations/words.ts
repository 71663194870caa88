import type { Reason } from '../../features/donations/contract.ts'
import type {
  LastReconciliation,
  PaymentStatus,
  ProofCode,
} from '../../features/donations/review/contract.ts'

type Explained = {
  what: string
  /** What the site does now. */
  next: string
}

const STAYS = 'It stays rejected unless you check it again.'

export const reasons: Record<Reason, Explained> = {
  malformed_signature: { what: 'The text has no transaction hash.', next: STAYS },
  rpc_unavailable: {
    what: 'No Solana RPC answers, or the second one that has to confirm does not.',
    next: 'The site keeps asking.',
  },
  rpc_rate_limited: {
    what: 'The Solana RPCs limit our requests.',
    next: 'The site waits as long as they say.',
  },
  unsupported_transaction_version: {
    what: 'The transaction has a version that this release cannot read.',
    next: 'The payment waits for an upgrade of the site.',
  },
  not_found_yet: {
    what: 'No Solana RPC shows this transaction so far.',
    next: 'If none has shown it for three minutes, it is rejected. A payment that an RPC has listed for our address is checked without end.',
  },
  not_found: {
    what: 'No Solana RPC showed this transaction for three minutes.',
    next: 'A new claim or a listing by an RPC opens it again, and so can you.',
  },
  below_commitment: { what: 'The transaction is not finalized.', next: 'The site waits until it is.' },
  meta_missing: {
    what: 'An RPC shows the transaction without its effects.',
    next: 'The site asks again, at growing intervals.',
  },
  rpc_returned_forged_message: {
    what: 'An RPC returned a transaction that does not match its signature.',
    next: 'The site asks again, and the log has an error.',
  },
  failed_on_chain: { what: 'The transaction failed, so it moved nothing.', next: STAYS },
  recipient_not_in_transaction: {
    what: 'The receiving address is not in the transaction.',
    next: STAYS,
  },
  signed_by_recipient: { what: 'The receiving address signed the transaction itself.', next: STAYS },
  nothing_received: {
    what: 'The receiving address gained nothing: it was only mentioned, or the SOL went to a token account.',
    next: STAYS,
  },
  below_minimum: { what: 'The receiving address gained less than 0.001 SOL.', next: STAYS },
  already_claimed: { what: 'Another claim has an equally strong proof.', next: STAYS },
}

export const proofs: Record<ProofCode, string> = {
  reference: 'Proof: the payment carries the reference of this donation.',
  signature: 'Proof: the paying wallet signed the claim.',
  intent: 'Proof: the donation was begun before the payment, for exactly this amount.',
  paste: 'Proof: the first claim, nothing stronger.',
  none: 'Nobody has claimed it.',
}

export const reconciliations: Record<NonNullable<LastReconciliation['outcome']> | 'first', string> = {
  first: 'The balance was recorded at {time}. The next comparison follows within an hour.',
  balanced: 'Compared with the chain at {time}: the credits fit the balance.',
  missing:
    'Compared with the chain at {time}: the address gained more than was credited. A payment may be missing; the log has the sums.',
  unbacked:
    'Compared with the chain at {time}: more was credited than the address gained. An RPC reported a wrong amount; the log has the sums.',
}

export const statuses: Record<PaymentStatus, string> = {
  credited: 'Credited',
  pending: 'Pending',
  rejected: 'Rejected',
}

export const nothing: Record<PaymentStatus, string> = {
  credited: 'No donation has been credited.',
  pending: 'No payment is being checked.',
  rejected: 'No payment of the last days was rejected.',
}

export const words = {
  donations: 'Donations',
  donationsNote: 'What was credited, what is being checked and what was rejected.',

  sums: 'Donations to this address',
  network: 'Network',
  realMoney: 'Solana mainnet: real money',
  localLedger: 'Local test ledger: play money',
  testNetwork: 'Solana {network}: play money',
  address: 'Receiving address',
  total: 'Credited',
  lamports: '{lamports} lamports',
  payments: 'Payments',
  supporters: 'Supporters',
  supportersNote: 'different names; all unnamed and hidden ones count as one',
  neverReconciled:
    'Not compared with the chain yet. The site does so five minutes after its first start, and then every hour.',
  balance: 'It had {sol} SOL then.',
  download: 'Download as CSV',
  downloading: 'Downloading…',
  downloadNote:
    'One row per credited payment. The lamports add up to the total; hidden names are included and marked.',

  list: 'Payments',
  filter: 'Status',
  withCount: '{status} ({count})',
  search: 'Transaction hash, explorer link or name',
  find: 'Find',
  clear: 'Show all',
  refresh: 'Refresh',
  nothingFound: 'Nothing was found here. A name is searched in the chosen status, a hash in all of them.',
  nothingFoundOfNpc: 'No donation was found.',
  earlier: 'Earlier payments',

  sol: '{sol} SOL',
  hidden: 'Name hidden',
  hiddenNote: 'Visitors see “Anonymous”.',
  hide: 'Hide name',
  hideNameOf: 'Hide name: {name}',
  show: 'Show name',
  showNameOf: 'Show name: {name}',
  paidAt: 'Paid at {time}',
  paidUnknown: 'The time of its block is unknown.',
  ofNpc: 'for NPC {npc}',
  claimedBy: 'Claimed by {name}, who typed {sol} SOL. Only what arrived on the chain counts.',
  unclaimed: 'Nobody has claimed it. A Solana RPC listed it for our address.',
  noReason: 'The site is checking it; no reason is known so far.',
  attempts: 'Checks so far: {count}.',
  nextCheckAt: 'Next check at {time}.',
  dueNow: 'The next check is due now.',
  checkAgain: 'Check again',
  checkPaymentAgain: 'Check again: {hash}',
  queued: 'It is being checked again. The verdict appears here.',
  signature: 'Transaction',
  copyHash: 'Copy: {hash}',
  copy: 'Copy',
  copied: 'Copied',
  explorer: 'Open in Solana Explorer',
  explorerOf: 'Open in Solana Explorer: {hash} (new tab)',
}
