import { isAddress } from '@solana/kit'
import { readRateLimit } from '../../platform/settings/read-rate-limit.server.ts'
import type { SettingsReader, VariableType } from '../../platform/settings/read-settings.server.ts'
import { httpUrls, oneOf } from '../../platform/settings/variable-types.server.ts'
import { SOLANA_NETWORKS, type SolanaNetwork } from './contract.ts'

const solanaAddress: VariableType<string> = {
  expected: 'a Solana address (32 bytes in base58)',
  parse: (text) => (isAddress(text) ? text : undefined),
}

export type DonationsSettings = ReturnType<typeof readDonationsSettings>

export function readDonationsSettings(settings: SettingsReader) {
  const { read, reject } = settings
  const solanaRpcUrls = read('SOLANA_RPC_URL', httpUrls, [])
  const isEmbedded = solanaRpcUrls.length === 0
  const solanaNetwork: SolanaNetwork = read(
    'SOLANA_NETWORK',
    oneOf(SOLANA_NETWORKS),
    isEmbedded ? 'localnet' : 'mainnet',
  )
  const donationAddress = read('DONATION_ADDRESS', solanaAddress, undefined)
  if (!isEmbedded && donationAddress === undefined)
    reject(`DONATION_ADDRESS is not set; with SOLANA_RPC_URL it takes ${solanaAddress.expected}`)
  return {
    solanaRpcUrls,
    solanaNetwork,
    donationAddress,
    rateLimits: {
      donations: readRateLimit(settings, 'DONATIONS_PER_MINUTE', { perAddress: 3_000, perNetwork: 30_000 }),
      intents: { perAddress: 120, perNetwork: 1_200 },
      lookups: { perAddress: 120, perNetwork: 1_200 },
      transfers: { perAddress: 60, perNetwork: 600 },
    },
  }
}
