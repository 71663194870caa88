import { getWallets } from '@wallet-standard/app'
import type { Wallet } from '@wallet-standard/base'
import { useSyncExternalStore } from 'react'

/** All wallets of this browser, including those that register later. */
export function useWallets(): readonly Wallet[] {
  const { get } = getWallets()
  return useSyncExternalStore(subscribe, get, get)
}

function subscribe(onChange: () => void): () => void {
  const stopRegister = getWallets().on('register', onChange)
  const stopUnregister = getWallets().on('unregister', onChange)
  return () => {
    stopRegister()
    stopUnregister()
  }
}
