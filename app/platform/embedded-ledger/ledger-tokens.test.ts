import { address, generateKeyPairSigner } from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newAddress,
  type TestClient,
  type TestInstruction,
} from '../../../tests/support/ledger/ledger-client.ts'
import {
  type LedgerWithClient,
  openLedgerWithClient,
} from '../../../tests/support/ledger/ledger-with-client.ts'

const NATIVE_MINT = address('So11111111111111111111111111111111111111112')
const AMOUNT = { amount: '70000000', decimals: 9, uiAmount: 0.07, uiAmountString: '0.07' }

let ledger: LedgerWithClient
let client: TestClient

beforeAll(async () => {
  ledger = await openLedgerWithClient()
  client = ledger.client
})
afterAll(() => ledger.close())

async function wrapSol() {
  const { address: owner } = await generateKeyPairSigner()
  const pda = { owner, mint: NATIVE_MINT, tokenProgram: TOKEN_PROGRAM_ADDRESS }
  const [ata] = await findAssociatedTokenPda(pda)
  const create = { payer: client.donor, ata, owner, mint: NATIVE_MINT }
  const transaction = await client.sign(0, [
    getCreateAssociatedTokenIdempotentInstruction(create) as unknown as TestInstruction,
    client.transfer(ata, 70_000_000n),
    getSyncNativeInstruction({ account: ata }) as unknown as TestInstruction,
  ])
  await client.sendAndConfirm(transaction)
  return { owner, ata }
}

test('the balance of a token account', async () => {
  const { ata } = await wrapSol()
  expect((await client.rpc.getTokenAccountBalance(ata).send()).value).toEqual(AMOUNT)
})

test('the token accounts of an owner, by mint and by program', async () => {
  const { owner, ata } = await wrapSol()
  const options = { encoding: 'base64' } as const
  const byMint = await client.rpc.getTokenAccountsByOwner(owner, { mint: NATIVE_MINT }, options).send()
  const programId = TOKEN_PROGRAM_ADDRESS
  const byProgram = await client.rpc.getTokenAccountsByOwner(owner, { programId }, options).send()
  expect(byMint.value).toMatchObject([{ pubkey: ata, account: { owner: programId, space: 165n } }])
  expect(byProgram.value).toEqual(byMint.value)
  const stranger = await newAddress()
  expect((await client.rpc.getTokenAccountsByOwner(stranger, { programId }, options).send()).value).toEqual(
    [],
  )
})

test('a token account is parsed for those who ask for it, everywhere', async () => {
  const { owner, ata } = await wrapSol()
  const options = { encoding: 'jsonParsed' } as const
  const list = await client.rpc.getTokenAccountsByOwner(owner, { mint: NATIVE_MINT }, options).send()
  const one = await client.rpc.getAccountInfo(ata, options).send()
  const info = { isNative: true, mint: NATIVE_MINT, owner, state: 'initialized', tokenAmount: AMOUNT }
  const data = { program: 'spl-token', parsed: { type: 'account', info }, space: 165n }
  expect(list.value[0]?.account.data).toMatchObject(data)
  expect(one.value?.data).toMatchObject(data)
})

test('what is no token account, mint or token program is rejected', async () => {
  const { donor, rpc } = client
  const stranger = await newAddress()
  const rejection = { context: { __code: -32602 } }
  await expect(rpc.getTokenAccountBalance(donor.address).send()).rejects.toMatchObject(rejection)
  await expect(rpc.getTokenAccountBalance(NATIVE_MINT).send()).rejects.toMatchObject(rejection)
  for (const filter of [{ mint: stranger }, { mint: donor.address }, { programId: stranger }])
    await expect(
      rpc.getTokenAccountsByOwner(donor.address, filter, { encoding: 'base64' }).send(),
    ).rejects.toMatchObject(rejection)
})
