import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { beforeAll, expect, test } from 'vitest'
import { transfer, withAccount } from '../../../../tests/support/ledger/test-ledger.ts'
import { buildTransfer, isSignedTransfer } from './build-transfer.server.ts'

const lifetime = { blockhash: '11111111111111111111111111111111' as Blockhash, lastValidBlockHeight: 1n }
const MEMO: Instruction = {
  programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  data: new TextEncoder().encode('thanks'),
}
const PRIORITY_FEE: Instruction = {
  programAddress: address('ComputeBudget111111111111111111111111111111'),
  data: new Uint8Array([3, 1, 0, 0, 0, 0, 0, 0, 0]),
}

let donor: KeyPairSigner
let to: Address
let reference: Address
let stranger: Address

beforeAll(async () => {
  donor = await generateKeyPairSigner()
  ;[to, reference, stranger] = await Promise.all(
    Array.from({ length: 3 }, async () => (await generateKeyPairSigner()).address),
  ).then((all) => all as [Address, Address, Address])
})

async function sign(instructions: Instruction[]): Promise<string> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(donor, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (dated) => appendTransactionMessageInstructions(instructions, dated),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}

const donation = (amount = 500n, destination = to) =>
  withAccount(transfer(donor, destination, amount), reference)
const isRelayed = (wire: string) => isSignedTransfer(wire, { to, lamports: 500n, reference })

test('the signed transfer of the donation is relayed, even with instructions that wallets add', async () => {
  expect(isRelayed(await sign([donation()]))).toBe(true)
  expect(isRelayed(await sign([PRIORITY_FEE, donation(), MEMO]))).toBe(true)
})

test('a freshly built transfer is not signed yet', () => {
  const unsigned = buildTransfer({ from: donor.address, to, lamports: 500n, reference, lifetime })
  expect(isRelayed(unsigned)).toBe(false)
})

test.each<[string, () => Instruction[]]>([
  ['of another amount', () => [donation(501n)]],
  ['to another address', () => [donation(500n, stranger)]],
  ['without the reference', () => [transfer(donor, to, 500n)]],
  ['with a second transfer', () => [donation(), transfer(donor, stranger, 1n)]],
  ['twice', () => [donation(), donation()]],
  ['that merely names both accounts', () => [named(stranger)]],
  ['with a program of its own', () => [donation(), { programAddress: stranger, data: new Uint8Array([1]) }]],
  ['of nothing', () => [MEMO]],
])('a signed transaction %s is not relayed', async (_, instructions) => {
  expect(isRelayed(await sign(instructions()))).toBe(false)
})

function named(destination: Address): Instruction {
  return withAccount(withAccount(transfer(donor, destination, 500n), to), reference)
}

test.each([
  ['nothing', ''],
  ['no base64', '***'],
  ['a few bytes', 'AAAA'],
])('%s is not relayed', (_, wire) => {
  expect(isRelayed(wire)).toBe(false)
})

test('a system instruction other than a transfer is not relayed', async () => {
  const assign: Instruction = {
    programAddress: address('11111111111111111111111111111111'),
    accounts: [
      { address: donor.address, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
      { address: reference, role: AccountRole.READONLY },
    ],
    data: new Uint8Array([1, 0, 0, 0, 244, 1, 0, 0, 0, 0, 0, 0]),
  }
  expect(isRelayed(await sign([assign]))).toBe(false)
})
