import { useLayoutEffect } from 'react'
import { ApiProblem } from '../../../platform/browser/api-client.ts'
import { fill } from '../../../platform/browser/messages.tsx'
import { useUnderWay } from '../../../platform/browser/use-under-way.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { SolanaNetwork } from '../contract.ts'
import { useDonationsMessages } from '../use-messages.ts'
import { useWallets } from './use-wallets.ts'
import { WalletButton } from './wallet-button.tsx'
import { type PayingWallet, payingWalletsFor, payWithWallet } from './wallet-standard.ts'

type Props = {
  /** Undefined until the payment has been prepared. */
  intentId: string | undefined
  network: SolanaNetwork
  onWallets(hasWallet: boolean): void
  onSent(): void
}

export function WalletPay({ intentId, network, onWallets, onSent }: Props) {
  const words = useDonationsMessages()
  const [isPaying, startPaying] = useUnderWay()
  const wallets = payingWalletsFor(network, useWallets())
  const hasWallet = wallets.length > 0
  useLayoutEffect(() => onWallets(hasWallet), [hasWallet, onWallets])

  async function pay(wallet: PayingWallet): Promise<void> {
    if (intentId === undefined) return
    try {
      await payWithWallet(wallet, network, intentId)
      onSent()
    } catch (error) {
      console.warn(`${wallet.name} did not pay`, error)
      const description = error instanceof ApiProblem ? error.message : words.walletFailed
      showToast({ title: words.error, description, variant: 'destructive' })
    }
  }

  if (!hasWallet) return null
  return (
    <div className="flex flex-col gap-3">
      {wallets.map((wallet, index) => (
        <WalletButton
          key={wallet.name}
          wallet={wallet}
          isMain={index === 0}
          isBusy={isPaying || intentId === undefined}
          onPress={() => startPaying(() => pay(wallet))}
        >
          {fill(words.payWith, { wallet: wallet.name })}
        </WalletButton>
      ))}
    </div>
  )
}
