import {
  type Address,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  isSolanaError,
  lamports,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TemporaryFolder, temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import {
  connectTestClient,
  memo,
  newAddress,
  type TestClient,
} from '../../../tests/support/ledger/ledger-client.ts'
import { until } from '../../../tests/support/until.ts'
import { type EmbeddedLedger, openEmbeddedLedger } from './embedded-ledger.server.ts'
import { readLedgerWallet } from './ledger/ledger-wallet.server.ts'

const FEE = 5_000n
const LATEST = { maxSupportedTransactionVersion: 1, commitment: 'confirmed' } as const

let folder: TemporaryFolder
let ledger: EmbeddedLedger
let client: TestClient

beforeAll(async () => {
  folder = await temporaryFolder()
  const options = { log: silentLog, slotMs: 25, finalizedAfterSlots: 8, port: 0 }
  ledger = await openEmbeddedLedger({ folder: folder.path, ...options })
  client = connectTestClient(ledger.rpcUrl, await readLedgerWallet(folder.path))
})
afterAll(async () => {
  await ledger.close()
  await folder.remove()
})

test.for(['legacy', 0, 1] as const)('kit sends and confirms version %s', async (version) => {
  const to = await newAddress()
  const transaction = await client.sign(version, [client.transfer(to, 2_000_000n), memo('hello')])
  await client.sendAndConfirm(transaction)
  const signature = getSignatureFromTransaction(transaction)
  const json = await client.rpc.getTransaction(signature, { encoding: 'json', ...LATEST }).send()
  const parsed = await client.rpc.getTransaction(signature, { encoding: 'jsonParsed', ...LATEST }).send()
  const base64 = await client.rpc.getTransaction(signature, { encoding: 'base64', ...LATEST }).send()

  expect(base64?.transaction).toEqual([getBase64EncodedWireTransaction(transaction), 'base64'])
  expect(json?.version).toBe(version)
  expect(json?.transaction.signatures).toEqual([signature])
  const index = json?.transaction.message.accountKeys.indexOf(to) ?? -1
  for (const meta of [json?.meta, parsed?.meta, base64?.meta]) {
    expect(meta).toMatchObject({ err: null, fee: FEE })
    expect(meta?.preBalances[index]).toBe(0n)
    expect(meta?.postBalances[index]).toBe(2_000_000n)
    expect((meta?.preBalances[0] ?? 0n) - (meta?.postBalances[0] ?? 0n)).toBe(2_000_000n + FEE)
  }
  expect(json?.transaction.message.instructions).toHaveLength(2)
  expect(parsed?.transaction.message.accountKeys).toContainEqual({
    pubkey: to,
    signer: false,
    writable: true,
    source: 'transaction',
  })
  expect(parsed?.transaction.message.instructions).toMatchObject([
    {
      program: 'system',
      parsed: {
        type: 'transfer',
        info: { source: client.donor.address, destination: to, lamports: 2_000_000n },
      },
    },
    { program: 'spl-memo', parsed: 'hello' },
  ])
  expect(base64?.meta?.logMessages).toContain('Program 11111111111111111111111111111111 success')
})

test('a version above the maximum of the client is error -32015', async () => {
  const transaction = await client.sign(1, [client.transfer(await newAddress(), 1_000_000n)])
  await client.sendAndConfirm(transaction)
  const signature = getSignatureFromTransaction(transaction)
  const asked = client.rpc
    .getTransaction(signature, {
      encoding: 'json',
      commitment: 'confirmed',
      maxSupportedTransactionVersion: 0,
    })
    .send()
  await expect(asked).rejects.toSatisfy((error) =>
    isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION),
  )
})

test('a transfer that fails without preflight lands with its error and costs only the fee', async () => {
  const to = await newAddress()
  const transaction = await client.sign(0, [client.transfer(to, 999_000_000_000_000n)])
  const signature = await client.send(transaction, { skipPreflight: true })
  const seen = await until(() => client.rpc.getTransaction(signature, { encoding: 'json', ...LATEST }).send())
  expect(seen.meta?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
  expect(seen.meta?.fee).toBe(FEE)
  expect((seen.meta?.preBalances[0] ?? 0n) - (seen.meta?.postBalances[0] ?? 0n)).toBe(FEE)
  expect(seen.meta?.postBalances.slice(1)).toEqual(seen.meta?.preBalances.slice(1))
})

test('preflight rejects the same transfer and leaves no trace', async () => {
  const transaction = await client.sign(0, [client.transfer(await newAddress(), 999_000_000_000_000n)])
  await expect(client.send(transaction)).rejects.toSatisfy((error) =>
    isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE),
  )
  const { value } = await client.rpc.getSignatureStatuses([getSignatureFromTransaction(transaction)]).send()
  expect(value).toEqual([null])
})

test.for(['legacy', 0, 1] as const)('a forged signature of version %s is rejected', async (version) => {
  const transaction = await client.sign(version, [client.transfer(await newAddress(), 1_000_000n)])
  const other = await client.sign(version, [client.transfer(await newAddress(), 1_000_000n)])
  const forged = { ...transaction, signatures: other.signatures }
  for (const skipPreflight of [true, false])
    await expect(client.send(forged, { skipPreflight })).rejects.toSatisfy((error) =>
      isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE),
    )
})

test('sending a transaction twice pays once', async () => {
  const to = await newAddress()
  const transaction = await client.sign(0, [client.transfer(to, 1_500_000n)])
  const [first, second] = await Promise.all([client.send(transaction), client.send(transaction)])
  expect(first).toBe(getSignatureFromTransaction(transaction))
  expect(second).toBe(first)
  const { value } = await client.rpc.getBalance(to, { commitment: 'processed' }).send()
  expect(value).toBe(1_500_000n)
})

test('signatures of an address come newest first and page by before and until', async () => {
  const to = await newAddress()
  const sent: string[] = []
  for (let index = 0; index < 7; index += 1)
    sent.unshift(
      await client.send(
        await client.sign(0, [client.transfer(to, 1_000_000n + BigInt(index)), memo(`n${index}`)]),
      ),
    )
  const list = (options: object) =>
    client.rpc.getSignaturesForAddress(to, { commitment: 'confirmed', ...options }).send()
  const all = await until(async () => {
    const rows = await list({})
    return rows.length === sent.length ? rows : null
  })
  const signatures = (rows: typeof all) => rows.map((row) => row.signature as string)
  expect(signatures(all)).toEqual(sent)
  expect(all[0]).toMatchObject({ err: null, memo: '[2] n6' })
  expect(signatures(await list({ limit: 2 }))).toEqual(sent.slice(0, 2))
  expect(signatures(await list({ limit: 2, before: sent[1] }))).toEqual(sent.slice(2, 4))
  expect(signatures(await list({ until: sent[4] }))).toEqual(sent.slice(0, 4))
  expect(signatures(await list({ before: sent[1], until: sent[5] }))).toEqual(sent.slice(2, 5))
  expect(await list({ before: '1'.repeat(64) })).toEqual([])
})

test('commitment grows with each slot', async () => {
  const signature = await client.send(await client.sign(0, [client.transfer(await newAddress(), 1_000_000n)]))
  const levels: string[] = []
  await until(async () => {
    const { value } = await client.rpc.getSignatureStatuses([signature]).send()
    const level = value[0]?.confirmationStatus ?? 'none'
    if (levels.at(-1) !== level) levels.push(level)
    return level === 'finalized' ? level : null
  })
  const order = ['processed', 'confirmed', 'finalized']
  expect(levels).toEqual(order.filter((level) => levels.includes(level)))
  const seen = await client.rpc
    .getTransaction(signature, {
      encoding: 'json',
      commitment: 'finalized',
      maxSupportedTransactionVersion: 0,
    })
    .send()
  expect(seen?.meta?.err).toBeNull()
  expect(await client.rpc.getBlockTime(seen?.slot ?? 0n).send()).toBe(seen?.blockTime)
})

test('an airdrop is a balance and a transaction', async () => {
  const to = await newAddress()
  const gifts = [await airdrop(to), await airdrop(to)]
  expect(new Set(gifts).size).toBe(2)
  const { value } = await client.rpc.getBalance(to, { commitment: 'processed' }).send()
  expect(value).toBe(2_000_000_000n)
  const rows = await until(async () => {
    const listed = await client.rpc.getSignaturesForAddress(to, { commitment: 'confirmed' }).send()
    return listed.length === 2 ? listed : null
  })
  expect(rows.map((row) => row.signature).reverse()).toEqual(gifts)
})
const airdrop = (to: Address) => client.rpc.requestAirdrop(to, lamports(1_000_000_000n)).send()

test('kit is notified of logs and signatures', async () => {
  const to = await newAddress()
  const abort = new AbortController()
  const options = { abortSignal: abort.signal }
  const logs = await client.rpcSubscriptions
    .logsNotifications({ mentions: [to] }, { commitment: 'confirmed' })
    .subscribe(options)
  await client.send(await client.sign(0, [client.transfer(await newAddress(), 1_000_000n)]))
  const transaction = await client.sign(0, [client.transfer(to, 1_000_000n)])
  const signature = getSignatureFromTransaction(transaction)
  const finalized = await client.rpcSubscriptions
    .signatureNotifications(signature, { commitment: 'finalized' })
    .subscribe(options)
  await client.send(transaction)
  for await (const { value } of logs) {
    expect(value).toMatchObject({ signature, err: null })
    break
  }
  for await (const { value } of finalized) {
    expect(value).toEqual({ err: null })
    break
  }
  abort.abort()
})
