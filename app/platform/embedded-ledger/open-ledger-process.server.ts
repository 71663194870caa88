import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type NextRun, startBackgroundTask } from '../async/background-task.server.ts'
import { isChildRunning } from '../is-child-running.server.ts'
import { logIfSlow } from '../logging/log-if-slow.server.ts'
import type { Log, LogLevel } from '../logging/logging.server.ts'
import { CannotStart } from '../settings/cannot-start.server.ts'
import type { EmbeddedLedger } from './embedded-ledger.server.ts'
import type { LedgerOrder, LedgerReport } from './ledger-process.server.ts'

const PROGRAM = fileURLToPath(new URL('./ledger-process.server.ts', import.meta.url))
/** The ledger of a site that was just killed holds its file a moment longer. */
const OPENS_WITHIN_MS = 10_000
const RETRY_MS = 250
const CLOSES_WITHIN_MS = 3_000

/** Runs the ledger in its own process and restarts it when it dies. Undefined where it cannot run at all. */
export async function openLedgerProcess(folder: string, log: Log): Promise<EmbeddedLedger | undefined> {
  const order = { folder, logLevel: log.level as LogLevel, port: undefined }
  const first = await logIfSlow(log, 'the embedded ledger', openWithPatience(order))
  if (first === undefined) return undefined
  let current = first
  const port = Number(new URL(first.rpcUrl).port)

  async function restartOnExit({ signal }: { signal: AbortSignal }): Promise<NextRun> {
    if (isChildRunning(current.child)) await once(current.child, 'exit')
    if (signal.aborted) return 'idle'
    log.error('the embedded ledger ended by itself; starting it again')
    const next = await openWithPatience({ ...order, port }, signal)
    if (next) current = next
    return { againInMs: next ? 0 : RETRY_MS }
  }

  const supervision = startBackgroundTask({
    work: restartOnExit,
    log,
    failing: 'the embedded ledger cannot be started again yet',
    recovered: 'the embedded ledger runs again',
    retryMs: RETRY_MS,
  })
  return {
    rpcUrl: first.rpcUrl,
    ownAddress: first.ownAddress,
    async close() {
      const supervised = supervision.close()
      await end(current.child)
      await supervised
      await end(current.child)
    },
  }
}

async function openWithPatience(order: Exclude<LedgerOrder, 'close'>, signal?: AbortSignal) {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const child = fork(PROGRAM, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    child.send(order)
    const report = await reportOf(child)
    if (report.status === 'open') return { child, rpcUrl: report.rpcUrl, ownAddress: report.ownAddress }
    await end(child)
    if (report.status === 'no_runtime' || signal?.aborted) return undefined
    if (waitedMs >= OPENS_WITHIN_MS || !report.problem.includes('in use'))
      throw new CannotStart(`the embedded ledger does not open: ${report.problem}`)
    await sleep(RETRY_MS, undefined, signal && { signal }).catch(() => {})
  }
}

async function reportOf(child: ChildProcess): Promise<LedgerReport> {
  const ended = once(child, 'exit').then(
    ([code, signal]): LedgerReport => ({ status: 'failed', problem: `it ended (${signal ?? code})` }),
  )
  return Promise.race([once(child, 'message').then(([report]) => report as LedgerReport), ended])
}

async function end(child: ChildProcess): Promise<void> {
  if (!isChildRunning(child)) return
  const ended = once(child, 'exit')
  if (child.connected) child.send('close' satisfies LedgerOrder, () => {})
  const late = setTimeout(() => child.kill('SIGKILL'), CLOSES_WITHIN_MS)
  await ended
  clearTimeout(late)
}
