import { fill } from '../../../platform/browser/messages.tsx'
import { useUnderWay } from '../../../platform/browser/use-under-way.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { SolanaNetwork } from '../contract.ts'
import { useDonationsMessages } from '../use-messages.ts'
import { useWallets } from './use-wallets.ts'
import { WalletButton } from './wallet-button.tsx'
import {
  proveWithWallet,
  type SigningWallet,
  signingWalletsFor,
  type WalletProof,
} from './wallet-standard.ts'

type Props = {
  textAt(issuedAt: string): string
  network: SolanaNetwork
  onProof(proof: WalletProof): Promise<void>
}

/** For a donor whose hash was already claimed: the paying wallet can prove whose it is. */
export function WalletClaim({ textAt, network, onProof }: Props) {
  const words = useDonationsMessages()
  const [isProving, startProving] = useUnderWay()
  const wallets = signingWalletsFor(network, useWallets())

  async function prove(wallet: SigningWallet): Promise<void> {
    const proof = await proveWithWallet(wallet, network, textAt).catch((error: unknown) => {
      console.warn(`${wallet.name} did not sign`, error)
      showToast({ title: words.error, description: words.walletFailed, variant: 'destructive' })
    })
    if (proof) await onProof(proof)
  }

  return (
    <div className="flex flex-col gap-3">
      <p className="text-pretty text-sm">{wallets.length > 0 ? words.prove : words.proveElsewhere}</p>
      {wallets.map((wallet) => (
        <WalletButton
          key={wallet.name}
          wallet={wallet}
          isBusy={isProving}
          onPress={() => startProving(() => prove(wallet))}
        >
          {fill(words.proveWith, { wallet: wallet.name })}
        </WalletButton>
      ))}
    </div>
  )
}
