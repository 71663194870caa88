import { type Address, generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenInstruction,
  getSyncNativeInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createLookupTable } from '../../../../tests/support/ledger/lookup-table.ts'
import {
  SOL,
  type TestLedger,
  testLedger,
  transfer,
  withAccount,
} from '../../../../tests/support/ledger/test-ledger.ts'
import { captureLog } from '../../../../tests/support/site/captured-log.ts'
import { systemClock } from '../../../platform/clock.ts'
import { openChain } from '../chain/solana-api.server.ts'
import { judgeTransfer, NEVER_ABSENT } from './judge-transfer.ts'

const WRAPPED_SOL = 'So11111111111111111111111111111111111111112' as Address

let ledger: TestLedger
let donor: KeyPairSigner
let to: Address
let other: Address

beforeAll(async () => {
  ledger = await testLedger()
  donor = ledger.donor
  to = ledger.recipient.address
  other = (await generateKeyPairSigner()).address
  await ledger.fund(other)
  await ledger.fund(to)
})

afterAll(() => ledger.close())

/** The verdict once the ledger has finalized the transaction. */
async function finalVerdict(signature: string, recipient = to): Promise<object> {
  const terms = { address: recipient, network: 'localnet' as const }
  const chain = openChain({ terms, rpcUrls: [ledger.rpcUrl], clock: systemClock, log: captureLog().log })
  const verdict = await vi.waitUntil(
    async () => {
      const question = { recipient, isListed: false, absence: NEVER_ABSENT }
      const verdict = judgeTransfer(await chain.findTransaction(signature), question)
      return verdict.status === 'pending' ? undefined : verdict
    },
    { timeout: 20_000, interval: 20 },
  )
  return verdict.status === 'verified' ? { status: 'verified', lamports: verdict.lamports } : verdict
}

const verified = (lamports: bigint) => ({ status: 'verified', lamports })
const rejected = (reason: string) => ({ status: 'rejected', reason })

test.each(['legacy', 0, 1] as const)('a plain transfer of version %s is verified', async (version) => {
  const signature = await ledger.send([transfer(donor, to, SOL / 2n)], { version })
  expect(await finalVerdict(signature)).toEqual(verified(SOL / 2n))
})

test('a recipient that is only in a lookup table still receives', async () => {
  const table = await createLookupTable(ledger, [to, other])
  const payFromTable = () =>
    ledger.send([transfer(donor, to, 3n * SOL)], { tables: { [table]: [to, other] } })
  const signature = await vi.waitUntil(() => payFromTable().catch(() => undefined), {
    timeout: 20_000,
    interval: 20,
  })
  expect(await finalVerdict(signature)).toEqual(verified(3n * SOL))
})

test('several transfers in one transaction are added up, except those to other addresses', async () => {
  const parts: Instruction[] = [
    transfer(donor, to, 100_000_000n),
    transfer(donor, to, 50_000_000n),
    transfer(donor, other, 70_000_000n),
  ]
  expect(await finalVerdict(await ledger.send(parts))).toEqual(verified(150_000_000n))
})

test('an inner transfer counts', async () => {
  const owner = (await generateKeyPairSigner()).address
  const [account] = await findAssociatedTokenPda({
    owner,
    mint: WRAPPED_SOL,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  await ledger.send([transfer(donor, account, 1_000_000n)])
  const create = getCreateAssociatedTokenInstruction({ payer: donor, ata: account, owner, mint: WRAPPED_SOL })
  const verdict = await finalVerdict(await ledger.send([create]), account)
  expect(verdict).toMatchObject({ status: 'verified' })
})

test('wrapped SOL counts when its account is closed to the address, but not in a token account of the recipient', async () => {
  const tokenAccountOf = (owner: Address) =>
    findAssociatedTokenPda({ owner, mint: WRAPPED_SOL, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  const [donors] = await tokenAccountOf(donor.address)
  const open = getCreateAssociatedTokenInstruction({
    payer: donor,
    ata: donors,
    owner: donor.address,
    mint: WRAPPED_SOL,
  })
  const closed = await ledger.send([
    open,
    transfer(donor, donors, 600_000_000n),
    getSyncNativeInstruction({ account: donors }),
    getCloseAccountInstruction({ account: donors, destination: to, owner: donor }),
  ])
  expect(await finalVerdict(closed)).toEqual(verified(602_039_280n))

  const [recipients] = await tokenAccountOf(to)
  const wrapped = await ledger.send([
    getCreateAssociatedTokenInstruction({ payer: donor, ata: recipients, owner: to, mint: WRAPPED_SOL }),
    transfer(donor, recipients, 200_000_000n),
    getSyncNativeInstruction({ account: recipients }),
  ])
  expect(await finalVerdict(wrapped)).toEqual(rejected('nothing_received'))
})

test('a failed transaction pays nothing', async () => {
  const signature = await ledger.send([transfer(donor, to, 900_000n * SOL)], { skipPreflight: true })
  expect(await finalVerdict(signature)).toEqual(rejected('failed_on_chain'))
})

test('a transfer to another address does not count', async () => {
  const signature = await ledger.send([transfer(donor, other, SOL)])
  expect(await finalVerdict(signature)).toEqual(rejected('recipient_not_in_transaction'))
})

test('a transaction that only mentions the address is not a donation', async () => {
  const signature = await ledger.send([withAccount(transfer(donor, other, SOL), to)])
  expect(await finalVerdict(signature)).toEqual(rejected('nothing_received'))
})

test('a transaction that the recipient signed is not a donation: a self-transfer, or a payment sent straight back', async () => {
  const { recipient } = ledger
  const self = await ledger.send([transfer(recipient, to, SOL)], { payer: recipient })
  expect(await finalVerdict(self)).toEqual(rejected('signed_by_recipient'))
  const round = await ledger.send([transfer(donor, to, SOL), transfer(recipient, donor.address, SOL)])
  expect(await finalVerdict(round)).toEqual(rejected('signed_by_recipient'))
})

test('dust does not count, 0.001 SOL does', async () => {
  expect(await finalVerdict(await ledger.pay(999_999n))).toEqual(rejected('below_minimum'))
  expect(await finalVerdict(await ledger.pay(1_000_000n))).toEqual(verified(1_000_000n))
})
