import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  getSignatureFromTransaction,
  type Instruction,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { parseSol, toSol } from '../app/features/donations/contract.ts'
import { readLedgerWallet } from '../app/platform/embedded-ledger/ledger/ledger-wallet.server.ts'
import { CannotStart } from '../app/platform/settings/cannot-start.server.ts'
import { findRunningSite } from './support/find-running-site.ts'
import { runScript } from './support/run-script.ts'
import { readSiteEnvironment } from './support/site-database.ts'

const USAGE =
  'npm run donate -- 0.5 [--name Ann] [--reference <address>] [--memo text] [--to <address>] [--data-dir ./data] [--site http://localhost:3000]'
const NPC_PATH = '/api/npcs/1/donations'
const MEMO_PROGRAM = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const PATIENCE_MS = 30_000

type Wishes = Awaited<ReturnType<typeof readWishes>>

/** DATA_DIR says where the ledger is and where the site listens, as for every other script. */
async function readWishes(args: string[]) {
  const options = {
    to: { type: 'string' },
    reference: { type: 'string' },
    memo: { type: 'string' },
    name: { type: 'string' },
    'data-dir': { type: 'string' },
    site: { type: 'string' },
  } as const
  const { values, positionals } = orSay(`Usage: ${USAGE}`, () =>
    parseArgs({ args, options, allowPositionals: true }),
  )
  const [amount, ...others] = positionals
  if (amount === undefined || others.length > 0) throw new CannotStart(`Usage: ${USAGE}`)
  const lamports = parseSol(amount)
  if (!lamports) throw new CannotStart(`"${amount}" is not an amount of SOL, such as 0.5`)
  const { dataDir, port } = readSiteEnvironment(
    values['data-dir'] === undefined ? {} : { DATA_DIR: values['data-dir'] },
  )
  const running = await findRunningSite(dataDir)
  const site = values.site ?? running?.site ?? `http://localhost:${port}`
  return { ...values, amount, lamports, dataDir, site, folder: join(dataDir, 'ledger') }
}

/** Before anything is paid: money that no site hears of is money gone. */
async function assertSiteAnswers({ site, dataDir }: Wishes): Promise<void> {
  const answer = await fetch(new URL(NPC_PATH, site), { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    () => undefined,
  )
  if (!answer?.ok)
    throw new CannotStart(
      `No site answers at ${site}, so nothing was paid; start one with "npm start", or name its DATA_DIR (now ${dataDir}), PORT or --site`,
    )
}

async function donate(wishes: Wishes): Promise<void> {
  const { folder, amount } = wishes
  const noSite = `No site with an embedded ledger runs on ${wishes.dataDir}; start it with "npm start"`
  const rpcUrl = (await readOr(join(folder, 'rpc-url'), noSite)).trim()
  const to = readAddress('--to', wishes.to ?? (await readOr(join(folder, 'own-address'), noSite)).trim())
  const rpc = createSolanaRpc(rpcUrl)
  const { value: blockhash } = await rpc
    .getLatestBlockhash()
    .send()
    .catch(() => {
      throw new CannotStart(noSite)
    })
  await assertSiteAnswers(wishes)
  const wallet = await readLedgerWallet(folder)
  const { value: balance } = await rpc.getBalance(wallet.address).send()
  if (balance <= wishes.lamports)
    throw new CannotStart(`The ledger's wallet holds only ${toSol(balance)} SOL of play money`)
  const transaction = await pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(wallet, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(blockhash, message),
    (message) => appendTransactionMessageInstructions(instructions(wishes, wallet, to), message),
    (message) => signTransactionMessageWithSigners(message),
  )
  assertIsTransactionWithBlockhashLifetime(transaction)
  const rpcSubscriptions = createSolanaRpcSubscriptions(rpcUrl.replace(/^http/, 'ws'))
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })
  const abortSignal = AbortSignal.timeout(PATIENCE_MS)
  await sendAndConfirm(transaction, { commitment: 'confirmed', abortSignal }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause.message : error.message
    throw new CannotStart(`The ledger did not take the transfer: ${cause}`)
  })
  console.log(`Sent ${amount} SOL of play money to ${to}; the ledger confirmed it.`)
  const signature = getSignatureFromTransaction(transaction)
  if (wishes.name !== undefined) await tellSite(wishes, wishes.name, signature)
  console.log(signature)
}

function instructions(
  { lamports, reference, memo }: Wishes,
  wallet: Awaited<ReturnType<typeof readLedgerWallet>>,
  to: Address,
): Instruction[] {
  const transfer = getTransferSolInstruction({ source: wallet, destination: to, amount: lamports })
  const mark = reference === undefined ? [] : [readAddress('--reference', reference)]
  const references = mark.map((each) => ({ address: each, role: AccountRole.READONLY }))
  const said =
    memo === undefined ? [] : [{ programAddress: MEMO_PROGRAM, data: new TextEncoder().encode(memo) }]
  // Solana Pay wants the transfer last.
  return [...said, { ...transfer, accounts: [...transfer.accounts, ...references] }]
}

async function tellSite({ site, amount }: Wishes, username: string, signature: string): Promise<void> {
  const response = await fetch(new URL(NPC_PATH, site), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, amount, tx_hash: signature }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => undefined)
  const answer = await response?.json().catch(() => undefined)
  if (response?.ok) {
    console.log(`The site took it from ${username}: ${answer?.verified ? 'verified' : 'not verified yet'}.`)
    return
  }
  console.log(`${site} did not take it: ${answer?.detail ?? response?.status ?? 'it does not answer'}`)
  process.exitCode = 1
}

function readAddress(option: string, text: string): Address {
  return orSay(`${option} "${text}" is not a Solana address`, () => address(text))
}

function readOr(path: string, sentence: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CannotStart(sentence)
  })
}

function orSay<T>(sentence: string, work: () => T): T {
  try {
    return work()
  } catch {
    throw new CannotStart(sentence)
  }
}

await runScript(USAGE, async (args) => donate(await readWishes(args)))
