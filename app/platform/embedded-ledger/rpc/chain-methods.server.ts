import { estimateFee } from '../transactions/estimate-fee.server.ts'
import { decodeWireText, readMessage } from '../transactions/wire-transaction.server.ts'
import { contextSlot, inContext, LEDGER_VERSION, type Ledger } from './rpc-context.server.ts'
import { RpcError } from './rpc-error.server.ts'
import { contextConfig, integer, type Method, method, text } from './rpc-params.server.ts'

const SLOTS_PER_EPOCH = 432_000

export function chainMethods(
  { slots, store }: Ledger,
  { slotMs, genesisHash }: { slotMs: number; genesisHash: string },
): Record<string, Method> {
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': LEDGER_VERSION, 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getSlot: method([contextConfig], (options) => contextSlot(slots, options)),
    getBlockHeight: method([contextConfig], (options) => contextSlot(slots, options)),
    getEpochInfo: method([contextConfig], (options) => {
      const slot = contextSlot(slots, options)
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / SLOTS_PER_EPOCH),
        slotIndex: slot % SLOTS_PER_EPOCH,
        slotsInEpoch: SLOTS_PER_EPOCH,
        transactionCount: store.countTransactions(),
      }
    }),
    getBlockTime: method([integer], (slot) => {
      const age = slots.current() - slot
      if (age < 0) throw new RpcError('blockNotAvailable', `Block not available for slot ${slot}`)
      return store.blockTimeOf(slot) ?? slots.blockTime() - Math.floor((age * slotMs) / 1000)
    }),
    getLatestBlockhash: method([contextConfig], (options) =>
      inContext(slots, options, slots.latestBlockhash()),
    ),
    isBlockhashValid: method([text, contextConfig], (hash, options) =>
      inContext(slots, options, slots.isRecent(hash)),
    ),
    getFeeForMessage: method([text, contextConfig], (wire, options) => {
      const message = readMessage(decodeWireText(wire, 'base64'))
      return inContext(slots, options, slots.isRecent(message.lifetimeToken) ? estimateFee(message) : null)
    }),
    getRecentPrioritizationFees: () => [],
  }
}
