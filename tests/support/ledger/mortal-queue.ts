import { parseArgs } from 'node:util'
import type { PoolClient } from 'pg'
import { type Chain, openChain } from '../../../app/features/donations/chain/solana-api.server.ts'
import { startPaymentQueue } from '../../../app/features/donations/payments/payment-queue.server.ts'
import { systemClock } from '../../../app/platform/clock.ts'
import { type Db, openDatabase } from '../../../app/platform/database/database.server.ts'
import { captureLog } from '../site/captured-log.ts'
import { testAccount } from './test-account.ts'

/** The payment queue in its own process, which dies at a given moment, as in a power cut. */
const { values } = parseArgs({
  options: {
    database: { type: 'string', default: '' },
    rpc: { type: 'string', default: '' },
    address: { type: 'string', default: '' },
    dies: { type: 'string', default: '' },
  },
})

const LEASE_MS = 200
const { log } = captureLog()

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('dead')
}

function mortalChain(chain: Chain): Chain {
  return {
    ...chain,
    async findTransaction(signature, options) {
      if (values.dies === 'before the RPC call') die()
      const seen = await chain.findTransaction(signature, options)
      if (values.dies === 'after the RPC call' && seen.at === 'finalized') die()
      return seen
    },
  }
}

function mortalDatabase(db: Db): Db {
  return withMethod(db, 'connect', async () => mortalClient(await db.connect()))
}

function mortalClient(client: PoolClient): PoolClient {
  return withMethod(client, 'query', async (...statement: Parameters<PoolClient['query']>) => {
    const isCommit = (statement[0] as unknown) === 'commit'
    if (isCommit && values.dies === 'before the commit') die()
    const answer = await client.query(...statement)
    if (isCommit && values.dies === 'after the commit') die()
    return answer
  })
}

/** The same object with one method replaced. */
function withMethod<T extends object>(original: T, method: keyof T, replacement: unknown): T {
  return new Proxy(original, {
    get(target, name) {
      if (name === method) return replacement
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const terms = { address: values.address, network: 'localnet' as const }
const chain = openChain({ terms, rpcUrls: [values.rpc], clock: systemClock, log })
const db = mortalDatabase(openDatabase(values.database, log))
const account = await testAccount(db, values.rpc, values.address)
startPaymentQueue({ db, chain: mortalChain(chain), account, clock: systemClock, log }, LEASE_MS)
