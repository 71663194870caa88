import type { ClientBase } from 'pg'
import type { ReceivingAccount } from '../accounts/receiving-accounts-store.server.ts'
import { lockDonation, reviseDonationEvents, saveNameHidden } from '../donations-store.server.ts'
import type { NameChange } from './contract.ts'

type Hidden = 'changed' | 'unchanged' | 'unknown' | 'renamed'

/** Visitors then see the payment as an unnamed one. Its amount, its place in the list and every total stay. */
export async function hideName(
  client: ClientBase,
  account: ReceivingAccount,
  txHash: string,
  { is_name_hidden, username, x_account }: NameChange,
): Promise<Hidden> {
  const row = await lockDonation(client, txHash)
  if (!row?.verified || row.receiving_account_id !== account.id) return 'unknown'
  if (row.username !== username || row.x_account !== x_account) return 'renamed'
  if (row.is_name_hidden === is_name_hidden) return 'unchanged'
  await reviseDonationEvents(client, await saveNameHidden(client, txHash, is_name_hidden))
  return 'changed'
}
