import { getWallets } from '@wallet-standard/app'
import { useSyncExternalStore, useTransition } from 'react'
import { fill, useMessages } from '../../platform/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { showToast } from '../../ui/toast.tsx'
import type { SolanaNetwork } from './contract.ts'
import { Refused } from './donations-client.ts'
import type { DonationsMessages } from './messages.ts'
import { type PayingWallet, payWithWallet, walletsFor } from './wallet-standard.ts'

type Props = { intentId: string; network: SolanaNetwork; onSent(): void }

export function WalletPay({ intentId, network, onSent }: Props) {
  const words = useMessages<DonationsMessages>('donations')
  const [isPaying, startPaying] = useTransition()
  const wallets = walletsFor(network, useSyncExternalStore(subscribe, getWallets().get, getWallets().get))

  async function pay(wallet: PayingWallet): Promise<void> {
    try {
      await payWithWallet(wallet, network, intentId)
      onSent()
    } catch (error) {
      console.warn(`${wallet.name} did not pay`, error)
      const description = error instanceof Refused ? error.message : words.walletDidNotSign
      showToast({ title: words.error, description, variant: 'destructive' })
    }
  }

  if (wallets.length === 0) return <p className="text-pretty text-muted text-sm">{words.noWallet}</p>
  return (
    <div className="flex flex-col gap-3">
      {wallets.map((wallet) => (
        <button
          key={wallet.name}
          type="button"
          disabled={isPaying}
          className={`${actionStyle.quiet} gap-3 disabled:opacity-70`}
          onClick={() => startPaying(() => pay(wallet))}
        >
          <img src={wallet.icon} alt="" className="size-6 rounded" />
          {fill(words.payWith, { wallet: wallet.name })}
        </button>
      ))}
    </div>
  )
}

function subscribe(onChange: () => void): () => void {
  const stopRegister = getWallets().on('register', onChange)
  const stopUnregister = getWallets().on('unregister', onChange)
  return () => {
    stopRegister()
    stopUnregister()
  }
}
