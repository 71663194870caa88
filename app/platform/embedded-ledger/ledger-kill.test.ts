import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createSolanaRpc, lamports } from '@solana/kit'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../scripts/support/temporary-folder.ts'
import { silentLog } from '../../../tests/support/database/test-database.ts'
import { newAddress } from '../../../tests/support/ledger/ledger-client.ts'
import { openEmbeddedLedger } from './embedded-ledger.server.ts'

const MODULE = new URL('./embedded-ledger.server.ts', import.meta.url).href
const CHILD = `
import { pino } from 'pino'
const { openEmbeddedLedger } = await import(${JSON.stringify(MODULE)})
const folder = process.argv[1]
const ledger = await openEmbeddedLedger({ folder, log: pino({ level: 'silent' }), slotMs: 25, port: 0 })
console.log(ledger.rpcUrl)
`

test('kill -9 loses no acknowledged transaction', async () => {
  const folder = await temporaryFolder()
  const child = spawn(process.execPath, ['--input-type=module', '-e', CHILD, folder.path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const there = createSolanaRpc(String(line).trim())
  const to = await newAddress()
  const acknowledged: string[] = []
  const giveUntilDead = async () => {
    for (;;) {
      acknowledged.push(await there.requestAirdrop(to, lamports(1_000_000n)).send())
      if (acknowledged.length === 40) child.kill('SIGKILL')
    }
  }
  await giveUntilDead().catch(() => undefined)
  const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
  await exited
  expect(child.signalCode).toBe('SIGKILL')

  const ledger = await openEmbeddedLedger({ folder: folder.path, log: silentLog, slotMs: 25, port: 0 })
  const here = createSolanaRpc(ledger.rpcUrl)
  const rows = await here.getSignaturesForAddress(to, { commitment: 'confirmed' }).send()
  const kept = rows.map((row) => row.signature as string)
  expect(kept).toEqual(expect.arrayContaining(acknowledged))
  const { value } = await here.getBalance(to).send()
  expect(value).toBe(BigInt(kept.length) * 1_000_000n)
  await ledger.close()
  await folder.remove()
})
