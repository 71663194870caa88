import { useTransition } from 'react'
import { ApiProblem } from '../../../platform/browser/api-client.ts'
import { fill } from '../../../platform/browser/messages.tsx'
import { showToast } from '../../../ui/toast.tsx'
import type { SolanaNetwork } from '../contract.ts'
import { useDonationsMessages } from '../use-messages.ts'
import { useWallets } from './use-wallets.ts'
import { WalletButton } from './wallet-button.tsx'
import { type PayingWallet, payingWalletsFor, payWithWallet } from './wallet-standard.ts'

type Props = { intentId: string; network: SolanaNetwork; onSent(): void }

export function WalletPay({ intentId, network, onSent }: Props) {
  const words = useDonationsMessages()
  const [isPaying, startPaying] = useTransition()
  const wallets = payingWalletsFor(network, useWallets())

  async function pay(wallet: PayingWallet): Promise<void> {
    try {
      await payWithWallet(wallet, network, intentId)
      onSent()
    } catch (error) {
      console.warn(`${wallet.name} did not pay`, error)
      const description = error instanceof ApiProblem ? error.message : words.walletFailed
      showToast({ title: words.error, description, variant: 'destructive' })
    }
  }

  if (wallets.length === 0) return <p className="text-pretty text-muted text-sm">{words.noWallet}</p>
  return (
    <div className="flex flex-col gap-3">
      {wallets.map((wallet) => (
        <WalletButton
          key={wallet.name}
          wallet={wallet}
          isBusy={isPaying}
          onPress={() => startPaying(() => pay(wallet))}
        >
          {fill(words.payWith, { wallet: wallet.name })}
        </WalletButton>
      ))}
    </div>
  )
}
