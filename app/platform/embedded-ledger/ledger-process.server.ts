import { succeeds } from '../async/succeeds.ts'
import type { LogLevel } from '../logging/logging.server.ts'
import { CannotStart } from '../settings/cannot-start.server.ts'

/** Messages between the site and its ledger's process. */
export type LedgerOrder = { folder: string; logLevel: LogLevel; port: number | undefined } | 'close'
export type LedgerReport =
  | { status: 'open'; rpcUrl: string; ownAddress: string }
  | { status: 'no_runtime' }
  | { status: 'failed'; problem: string }

const IGNORED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The ledger's own process: input that aborts Solana's runtime ends it, not the site. */
async function open(order: Exclude<LedgerOrder, 'close'>): Promise<() => Promise<void>> {
  const hasRuntime = await succeeds(import('litesvm'))
  if (!hasRuntime) {
    report({ status: 'no_runtime' })
    return async () => {}
  }
  const [{ openEmbeddedLedger }, { createLog }] = await Promise.all([
    import('./embedded-ledger.server.ts'),
    import('../logging/logging.server.ts'),
  ])
  const { folder, logLevel, port } = order
  const log = createLog(logLevel)
  const ledger = await openEmbeddedLedger({ folder, log, ...(port === undefined ? {} : { port }) })
  report({ status: 'open', rpcUrl: ledger.rpcUrl, ownAddress: ledger.ownAddress })
  return async () => {
    await ledger.close()
    log.flush()
  }
}

function report(what: LedgerReport): void {
  process.send?.(what)
}

function problemOf(error: unknown): string {
  if (error instanceof CannotStart) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

let close: Promise<() => Promise<void>> | undefined

async function stop(): Promise<void> {
  const closeLedger = await close?.catch(() => undefined)
  await closeLedger?.()
  process.exit(0)
}

// A terminal signals this process, too; the site decides when it ends.
for (const signal of IGNORED_SIGNALS) process.on(signal, () => {})
// The site is gone, however it ended.
process.on('disconnect', () => void stop())
process.on('message', (order: LedgerOrder) => {
  if (order === 'close') return void stop()
  close = open(order)
  close.catch((error: unknown) => report({ status: 'failed', problem: problemOf(error) }))
})
