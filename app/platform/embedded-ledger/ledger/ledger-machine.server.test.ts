import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../scripts/support/temporary-folder.ts'
import { newAddress } from '../../../../tests/support/ledger/ledger-client.ts'
import { openFaucet } from './ledger-faucet.server.ts'
import { createMachine, createRuntime } from './ledger-machine.server.ts'
import { createSlots } from './ledger-slots.server.ts'
import { openLedgerStore } from './ledger-store.server.ts'

const clockAt = (ms: number) => ({ now: () => ms })
const START = { firstSlot: 1_000, finalizedAfterSlots: 5 }

test('a transaction that cannot be stored has not happened', async () => {
  const folder = await temporaryFolder()
  const store = openLedgerStore(join(folder.path, 'ledger.sqlite'))
  const slots = createSlots({ store, clock: clockAt(0), ...START })
  let isFull = true
  const land: typeof store.land = (landing) => {
    if (isFull) throw new Error('disk full')
    store.land(landing)
  }
  const machine = createMachine({ svm: createRuntime(store), store: { ...store, land }, slots })
  const faucet = await openFaucet(store, machine)
  const to = await newAddress()
  const transaction = await faucet.signTransfer(to, 2_000_000n)
  const before = machine.account(faucet.address)

  expect(() => machine.land(transaction)).toThrow('disk full')
  expect(machine.account(to)).toBeUndefined()
  expect(machine.account(faucet.address)).toEqual(before)
  expect(store.hasTransaction(transaction.signature)).toBe(false)

  isFull = false
  expect(machine.land(transaction).meta.err).toBeNull()
  expect(machine.account(to)?.lamports).toBe(2_000_000n)
  store.close()
  await folder.remove()
})

test('slots and block times never go backwards, whatever the clock does and however the process ended', async () => {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'ledger.sqlite')
  const first = openLedgerStore(path)
  let now = 50_000_000
  const slots = createSlots({ store: first, clock: { now: () => now }, ...START })
  const machine = createMachine({ svm: createRuntime(first), store: first, slots })
  const faucet = await openFaucet(first, machine)
  machine.land(await faucet.signTransfer(await newAddress(), 2_000_000n))
  now = 40_000_000
  for (let count = 0; count < 200; count += 1) slots.advance()
  expect(slots.blockTime()).toBe(50_000)
  const last = slots.current()
  first.close()

  const second = openLedgerStore(path)
  const later = createSlots({ store: second, clock: clockAt(30_000_000), ...START })
  expect(later.current()).toBeGreaterThan(last)
  expect(later.blockTime()).toBe(50_000)
  second.close()
  await folder.remove()
})

test('the confirmed and the finalized slot have a hash from the start', async () => {
  const folder = await temporaryFolder()
  const store = openLedgerStore(join(folder.path, 'ledger.sqlite'))
  const slots = createSlots({ store, clock: clockAt(0), ...START })
  const hashed = slots.recentHashes().map(({ slot }) => slot)
  expect(hashed).toContain(slots.newest('confirmed'))
  expect(hashed).toContain(slots.newest('finalized'))
  expect(hashed).toEqual(hashed.toSorted((one, other) => other - one))
  store.close()
  await folder.remove()
})
