import type { Db } from '../../platform/database/database.server.ts'
import { counter, gauge, type Metric } from '../../platform/metrics/metrics.server.ts'
import type { ReceivingAccount } from './accounts/receiving-accounts-store.server.ts'
import type { Chain } from './chain/solana-api.server.ts'
import type { DonationLists } from './donation-lists.server.ts'
import { measureQueue } from './payments/payment-checks-store.server.ts'
import type { AddressWatcher } from './watching/watch-address.server.ts'

export async function collectDonations({ donations }: { donations: DonationLists }): Promise<Metric[]> {
  const lists = [...(await donations.all())].map(([npc, list]) => ({ labels: { npc }, ...list }))
  return [
    gauge(
      'npc_stream_donations_sol',
      'Sum of the verified donations, in SOL.',
      lists.map(({ labels, total }) => ({ labels, value: total })),
    ),
    gauge(
      'npc_stream_supporters',
      'Donors with different names.',
      lists.map(({ labels, supporters }) => ({ labels, value: supporters })),
    ),
  ]
}

type QueueNeeds = { db: Db; account: ReceivingAccount }

export async function collectPaymentQueue({ db, account }: QueueNeeds): Promise<Metric[]> {
  const { listed, claimed, overdueS } = await measureQueue(db, account.id)
  return [
    gauge('npc_stream_payment_checks', 'Payments without a verdict: found on the chain, or only claimed.', [
      { labels: { kind: 'listed' }, value: listed },
      { labels: { kind: 'claimed' }, value: claimed },
    ]),
    gauge('npc_stream_payment_check_delay_seconds', 'How late the most overdue check is.', overdueS),
  ]
}

export function collectChain({ chain, watcher }: { chain: Chain; watcher: AddressWatcher }): Metric[] {
  const rpcs = chain.rpcHealth().map((health) => ({ ...health, labels: { rpc: health.name } }))
  return [
    gauge(
      'npc_stream_rpc_up',
      'Whether the Solana RPC answered last and is on our network: 1 or 0.',
      rpcs.map(({ labels, isUp }) => ({ labels, value: isUp ? 1 : 0 })),
    ),
    counter(
      'npc_stream_rpc_calls_total',
      'Calls to the Solana RPCs.',
      rpcs.flatMap(({ name: rpc, answered, failed }) => [
        { labels: { rpc, outcome: 'answered' }, value: answered },
        { labels: { rpc, outcome: 'failed' }, value: failed },
      ]),
    ),
    counter(
      'npc_stream_reconciliations_total',
      'Comparisons of the credits with the balance on the chain, by outcome.',
      Object.entries(watcher.reconciliations()).map(([outcome, value]) => ({ labels: { outcome }, value })),
    ),
  ]
}
