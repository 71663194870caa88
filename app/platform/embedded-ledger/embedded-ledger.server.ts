import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../clock.ts'
import { makeFolder } from '../files/data-folder.server.ts'
import type { Log } from '../logging/logging.server.ts'
import { freePairOfPorts } from '../network/free-port.server.ts'
import { openFaucet } from './ledger/ledger-faucet.server.ts'
import { LEDGER_FILE } from './ledger/ledger-file.server.ts'
import { genesisHashOf, ownAddressOf } from './ledger/ledger-identity.server.ts'
import { createMachine, createRuntime } from './ledger/ledger-machine.server.ts'
import { createSlots } from './ledger/ledger-slots.server.ts'
import { type LedgerStore, openLedgerStore } from './ledger/ledger-store.server.ts'
import { readOrMakeLedgerWallet } from './ledger/ledger-wallet.server.ts'
import { publish } from './publish-text.server.ts'
import { accountMethods } from './rpc/account-methods.server.ts'
import { chainMethods } from './rpc/chain-methods.server.ts'
import { historyMethods } from './rpc/history-methods.server.ts'
import type { Ledger } from './rpc/rpc-context.server.ts'
import { startRpcServer, startWebSocketServer } from './rpc/rpc-server.server.ts'
import { createSubscriptions } from './rpc/subscriptions.server.ts'
import { tokenMethods } from './rpc/token-methods.server.ts'
import { transactionMethods } from './rpc/transaction-methods.server.ts'

export type EmbeddedLedger = {
  rpcUrl: string
  /** The receiving address for operators without one. */
  ownAddress: string
  close(): Promise<void>
}
export type LedgerOptions = {
  folder: string
  log: Log
  slotMs?: number
  finalizedAfterSlots?: number
  port?: number
}

const SLOT_MS = 400
const FINALIZED_AFTER_SLOTS = 5
/** The default port of Solana's tools. */
const USUAL_PORT = 8899
const WALLET_LAMPORTS = 1_000_000_000_000n

/** Solana's runtime behind Solana's JSON-RPC, in this process, stored in one file. */
export async function openEmbeddedLedger(options: LedgerOptions): Promise<EmbeddedLedger> {
  await makeFolder(options.folder)
  const store = openLedgerStore(join(options.folder, LEDGER_FILE))
  try {
    return await openOnStore(store, options)
  } catch (error) {
    store.close()
    throw error
  }
}

async function openOnStore(store: LedgerStore, options: LedgerOptions): Promise<EmbeddedLedger> {
  const urlFile = join(options.folder, 'rpc-url')
  // A killed ledger leaves its file behind.
  await rm(urlFile, { force: true })
  const { folder, log, slotMs = SLOT_MS, finalizedAfterSlots = FINALIZED_AFTER_SLOTS, port } = options
  const svm = createRuntime(store)
  const firstSlot = Number(svm.getClock().slot)
  const slots = createSlots({ store, clock: systemClock, firstSlot, finalizedAfterSlots })
  const machine = createMachine({ svm, store, slots })
  const faucet = await openFaucet(store, machine)
  const subscriptions = createSubscriptions({ store, slots, machine, log })
  const ledger: Ledger = { store, slots, machine, faucet, landed: subscriptions.landed }

  const ownAddress = await ownAddressOf(store)
  await fundWallet(ledger, folder)
  await publish(join(folder, 'own-address'), ownAddress)

  const methods = new Map(
    Object.entries({
      ...chainMethods(ledger, { slotMs, genesisHash: genesisHashOf(store) }),
      ...accountMethods(ledger),
      ...tokenMethods(ledger),
      ...transactionMethods(ledger),
      ...historyMethods(ledger),
    }),
  )
  const ports = port === undefined ? [USUAL_PORT, await freePairOfPorts(), 0] : [port]
  const server = await startRpcServer(methods, log, ports)
  subscriptions.attach(server.server)
  const webSockets = await startWebSocketServer(server.port, log)
  if (webSockets) subscriptions.attach(webSockets.server)
  const rpcUrl = `http://127.0.0.1:${server.port}`

  const timer = setInterval(() => {
    try {
      subscriptions.slotBegan(slots.advance())
    } catch (error) {
      log.error({ err: error }, 'ledger: a slot could not begin')
    }
  }, slotMs)

  async function close(): Promise<void> {
    clearInterval(timer)
    await rm(urlFile, { force: true })
    subscriptions.close()
    await Promise.all([server.close(), webSockets?.close()])
    slots.keep()
    store.close()
  }
  await publish(urlFile, rpcUrl)
  log.debug({ rpcUrl, ownAddress, slot: slots.current() }, 'ledger: open')
  return { rpcUrl, ownAddress, close }
}

/** Once: a wallet that has spent everything still has a history. */
async function fundWallet({ store, slots, machine, faucet }: Ledger, folder: string): Promise<void> {
  const { address } = await readOrMakeLedgerWallet(folder)
  if (store.signaturesFor({ address, limit: 1, newestSlot: slots.current() }).length > 0) return
  machine.land(await faucet.signTransfer(address, WALLET_LAMPORTS))
}
