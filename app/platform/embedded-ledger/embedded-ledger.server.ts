import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { systemClock } from '../clock.ts'
import type { Log } from '../logging.server.ts'
import { accountMethods } from './account-methods.server.ts'
import { chainMethods, makeGenesisHash } from './chain-methods.server.ts'
import { historyMethods } from './history-methods.server.ts'
import { keptSeed, openFaucet } from './ledger-faucet.server.ts'
import { createMachine, createRuntime } from './ledger-machine.server.ts'
import { createSlots } from './ledger-slots.server.ts'
import { type LedgerStore, openLedgerStore } from './ledger-store.server.ts'
import { readOrMakeLedgerWallet } from './ledger-wallet.server.ts'
import type { Ledger } from './rpc-context.server.ts'
import { startRpcServer } from './rpc-server.server.ts'
import { createSubscriptions } from './rpc-subscriptions.server.ts'
import { transactionMethods } from './transaction-methods.server.ts'

export type EmbeddedLedger = {
  rpcUrl: string
  /** The address the ledger receives for whoever has none of his own. */
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
/** Where every Solana tool looks for a local ledger. */
const USUAL_PORT = 8899
const WALLET_LAMPORTS = 1_000_000_000_000n

/** Solana's runtime behind Solana's JSON-RPC, in this process and kept in one file. */
export async function openEmbeddedLedger(options: LedgerOptions): Promise<EmbeddedLedger> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const store = openLedgerStore(join(options.folder, 'ledger.sqlite'))
  try {
    return await openOnStore(store, options)
  } catch (error) {
    store.close()
    throw error
  }
}

async function openOnStore(store: LedgerStore, options: LedgerOptions): Promise<EmbeddedLedger> {
  const urlFile = join(options.folder, 'rpc-url')
  // A ledger that was killed has left its own behind.
  await rm(urlFile, { force: true })
  const { folder, log, slotMs = SLOT_MS, finalizedAfterSlots = FINALIZED_AFTER_SLOTS, port } = options
  const svm = createRuntime(store)
  const firstSlot = Number(svm.getClock().slot)
  const slots = createSlots({ store, clock: systemClock, firstSlot, finalizedAfterSlots })
  const machine = createMachine({ svm, store, slots })
  const faucet = await openFaucet(store, machine)
  const subscriptions = createSubscriptions({ store, slots, log })
  const ledger: Ledger = { store, slots, machine, faucet, landed: subscriptions.landed }

  const own = await createKeyPairSignerFromPrivateKeyBytes(keptSeed(store, 'own-seed'))
  await fundWallet(ledger, folder)
  await publish(join(folder, 'own-address'), own.address)

  const methods = new Map(
    Object.entries({
      ...chainMethods(ledger, { slotMs, genesisHash: keptGenesisHash(store) }),
      ...accountMethods(ledger),
      ...transactionMethods(ledger),
      ...historyMethods(ledger),
    }),
  )
  const server = await startRpcServer(methods, log, port === undefined ? [USUAL_PORT, 0] : [port])
  subscriptions.attach(server.server)
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
    await server.close()
    slots.keep()
    store.close()
  }
  await publish(urlFile, rpcUrl)
  log.debug({ rpcUrl, ownAddress: own.address, slot: slots.current() }, 'ledger: open')
  return { rpcUrl, ownAddress: own.address, close }
}

/** Other processes read it: never half a text. */
async function publish(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

/** Once: a wallet that has spent everything has a history still. */
async function fundWallet({ store, slots, machine, faucet }: Ledger, folder: string): Promise<void> {
  const { address } = await readOrMakeLedgerWallet(folder)
  if (store.signaturesFor({ address, limit: 1, newestSlot: slots.current() }).length > 0) return
  machine.land(await faucet.signTransfer(address, WALLET_LAMPORTS))
}

function keptGenesisHash(store: LedgerStore): string {
  const kept = store.readState('genesis-hash')
  if (kept !== undefined) return kept
  const made = makeGenesisHash(randomBytes(32))
  store.writeState('genesis-hash', made)
  return made
}
