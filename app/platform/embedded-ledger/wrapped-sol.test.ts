import { address, generateKeyPairSigner, getSignatureFromTransaction } from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { expect, test } from 'vitest'
import { newAddress, type TestInstruction } from '../../../tests/support/ledger/ledger-client.ts'
import { openLedgerWithClient } from '../../../tests/support/ledger/ledger-with-client.ts'

const NATIVE_MINT = address('So11111111111111111111111111111111111111112')

test('wrapped SOL closed to an address is paid to it, and the inner instructions are shown', async () => {
  const ledger = await openLedgerWithClient()
  const { client } = ledger
  const { donor } = client
  const to = await newAddress()
  const owner = await generateKeyPairSigner()
  const pda = { owner: owner.address, mint: NATIVE_MINT, tokenProgram: TOKEN_PROGRAM_ADDRESS }
  const [ata] = await findAssociatedTokenPda(pda)
  const transaction = await client.sign(0, [
    getCreateAssociatedTokenIdempotentInstruction({
      payer: donor,
      ata,
      owner: owner.address,
      mint: NATIVE_MINT,
    }) as unknown as TestInstruction,
    client.transfer(ata, 70_000_000n),
    getSyncNativeInstruction({ account: ata }) as unknown as TestInstruction,
    getCloseAccountInstruction({ account: ata, destination: to, owner }) as unknown as TestInstruction,
  ])
  await client.sendAndConfirm(transaction)
  const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const
  const signature = getSignatureFromTransaction(transaction)
  const seen = await client.rpc.getTransaction(signature, { encoding: 'json', ...options }).send()
  const index = seen?.transaction.message.accountKeys.indexOf(to) ?? -1
  const rent = await client.rpc.getMinimumBalanceForRentExemption(165n).send()
  expect(seen?.meta?.postBalances[index]).toBe(70_000_000n + rent)
  expect(seen?.meta?.fee).toBe(10_000n)
  expect(seen?.meta?.innerInstructions?.[0]?.index).toBe(0)
  const { value: closed } = await client.rpc.getAccountInfo(ata, { encoding: 'base64' }).send()
  expect(closed).toBeNull()
  const { value: mint } = await client.rpc.getAccountInfo(NATIVE_MINT, { encoding: 'base64' }).send()
  expect(mint?.space).toBe(82n)
  await ledger.close()
})
