import { openChain } from '../app/features/donations/chain/solana-api.server.ts'
import { enqueueClaimed } from '../app/features/donations/payments/payment-checks-store.server.ts'
import { startPaymentQueue } from '../app/features/donations/payments/payment-queue.server.ts'
import { systemClock } from '../app/platform/clock.ts'
import { startDatabaseServer } from '../tests/support/database/database-server.ts'
import { silentLog, testDatabase } from '../tests/support/database/test-database.ts'
import { faultyRpc } from '../tests/support/ledger/faulty-rpc.ts'
import { testAccount } from '../tests/support/ledger/test-account.ts'
import { SOL, testLedger } from '../tests/support/ledger/test-ledger.ts'
import { printTable } from './support/print-table.ts'

const DONATIONS = 1_000
const POLL_MS = 20

// A backlog of claimed payments, verified against the embedded ledger through a proxy that counts the calls.
const server = await startDatabaseServer()
const { db, drop } = await testDatabase(server.url)
const ledger = await testLedger()
const rpc = await faultyRpc(ledger.rpcUrl)
const terms = { address: ledger.recipient.address, network: 'localnet' as const }
// The queue is measured, not the limit on its calls.
const callsPerSecond = 100_000
const chain = openChain({ terms, rpcUrls: [rpc.url], clock: systemClock, log: silentLog, callsPerSecond })

const paid: string[] = []
for (let place = 0; place < DONATIONS; place += 1) paid.push(await ledger.pay(SOL / 1_000n + BigInt(place)))
await untilFinal(paid.at(-1) ?? '')
rpc.calls.length = 0
const account = await testAccount(db, ledger.rpcUrl, terms.address)
const from = { address: null, network: 'bench' }
for (const txHash of paid) await enqueueClaimed(db, { txHash, npcId: '1', accountId: account.id, from })

const cpuBefore = process.cpuUsage()
const start = performance.now()
const queue = startPaymentQueue({ db, chain, account, clock: systemClock, log: silentLog })
while ((await countVerified()) < DONATIONS) await pause()
const seconds = (performance.now() - start) / 1000
const { user, system } = process.cpuUsage(cpuBefore)
await queue.close()

printTable(
  ['donations', 'verifications/s', 'RPC calls per donation', 'CPU per donation, ms (ledger included)'],
  [
    [
      String(DONATIONS),
      (DONATIONS / seconds).toFixed(0),
      (rpc.calls.length / DONATIONS).toFixed(2),
      ((user + system) / 1000 / DONATIONS).toFixed(1),
    ],
  ],
)

rpc.close()
await ledger.close()
await drop()
await server.close()

async function untilFinal(signature: string): Promise<void> {
  while ((await chain.findTransaction(signature)).at !== 'finalized') await pause()
}

async function countVerified(): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from donations where verified',
  )
  return rows[0]?.count ?? 0
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS))
}
