import type { Wallet } from '@wallet-standard/base'
import type { ReactNode } from 'react'
import { actionStyle } from '../../../ui/action-style.ts'

type Props = {
  wallet: Pick<Wallet, 'icon'>
  isMain?: boolean
  isBusy: boolean
  onPress(): void
  children: ReactNode
}

export function WalletButton({ wallet, isMain = false, isBusy, onPress, children }: Props) {
  return (
    <button
      type="button"
      disabled={isBusy}
      className={`${isMain ? actionStyle.primary : actionStyle.quiet} gap-3 disabled:opacity-70`}
      onClick={onPress}
    >
      <img src={wallet.icon} alt="" className="size-6 rounded" />
      {children}
    </button>
  )
}
