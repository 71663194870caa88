import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { type TestDesk, testDesk } from '../../../tests/support/desk/test-desk.ts'
import { MAX_NPCS } from '../../features/npcs/contract.ts'
import type { EditableNpc } from './contract.ts'

let database: TestDatabase
let desk: TestDesk
let call: ReturnType<TestDesk['as']>

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  desk = await testDesk(database)
  call = desk.as(desk.operator)
})

afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function sql(text: string, values?: unknown[]) {
  return (await database.db.query(text, values)).rows
}

async function read(id: string): Promise<EditableNpc> {
  return (await call('GET', `/npcs/${id}`)).json()
}

async function edit(id: string, change: Partial<EditableNpc['details']>, revision?: string) {
  const { details, revision: current } = await read(id)
  return call('PUT', `/npcs/${id}`, { revision: revision ?? current, ...details, ...change })
}

async function entries(): Promise<string[]> {
  const rows = await sql('select action, details from audit_log order by id desc limit 3')
  return rows.map(({ action, details }) => `${action} ${JSON.stringify(details)}`)
}

async function order(): Promise<string[]> {
  const { npcs } = (await call('GET', '/npcs/list')).json()
  return npcs.map(({ id }: { id: string }) => id)
}

test('an edited NPC is tidied, stored and recorded, and equal details change nothing', async () => {
  const change = {
    name: '  Ann\u00a0 Lee ',
    x_account: 'https://x.com/ann',
    description: ' Lives in\nTartu. ',
    descriptions: { de: 'Wohnt in Tartu.', fr: ' ', en: 'ignored' },
  }
  expect((await edit('1', change)).statusCode).toBe(200)
  const { details, npc } = await read('1')
  expect(details).toEqual({
    name: 'Ann Lee',
    x_account: 'ann',
    description: 'Lives in Tartu.',
    descriptions: { de: 'Wohnt in Tartu.' },
  })
  expect(npc.descriptions).toEqual({ de: 'Wohnt in Tartu.' })
  const recorded = 'edited an NPC {"npc":1,"fields":"name, x_account, description, descriptions"}'
  expect((await entries())[0]).toBe(recorded)
  expect((await edit('1', change)).statusCode).toBe(200)
  expect((await entries()).filter((entry) => entry === recorded)).toHaveLength(1)
  expect((await edit('1', { descriptions: {}, x_account: '' })).statusCode).toBe(200)
  expect((await read('1')).npc).not.toHaveProperty('descriptions')
  expect((await read('1')).npc.x_account).toBeNull()
})

test('of two who begin with the same details, the second is asked to compare, and a vote is no change', async () => {
  const { revision } = await read('2')
  await sql("select set_vote(2, 'somebody', 'like')")
  expect((await edit('2', { name: 'First' }, revision)).statusCode).toBe(200)
  const second = await edit('2', { name: 'Second' }, revision)
  expect(second.json()).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(second.json().detail).toContain('What you typed is still here.')
  expect((await read('2')).npc).toMatchObject({ name: 'First', likes: 1 })
  await sql("update npcs set description = 'by SQL' where id = 2")
  expect((await edit('2', { name: 'Third' }, revision)).statusCode).toBe(409)
})

test('of two who save at the same moment, one is asked to compare', async () => {
  const { revision } = await read('2')
  const answers = await Promise.all(['One', 'Two'].map((name) => edit('2', { name }, revision)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test.each([
  [{ name: '' }, 'A name has 1 to 60 characters.'],
  [{ name: 'x'.repeat(61) }, 'A name has 1 to 60 characters.'],
  [{ name: 'An\u200bn' }, 'The name has characters that nobody can see.'],
  [{ name: `q${'\u0301'.repeat(9)}` }, 'The name has too many signs stacked on one letter.'],
  [{ x_account: 'a'.repeat(16) }, 'An X account has up to 15 letters'],
  [{ description: ' ' }, 'The description in English has 1 to 500 characters.'],
  [{ descriptions: { ru: 'a\u202eb' } }, 'The description in Russian has characters that nobody can see.'],
  [{ descriptions: { zh: '字'.repeat(501) } }, 'The description in Chinese has 1 to 500 characters.'],
  [{ name: 7 }, 'The form is incomplete.'],
  [{ descriptions: { de: 7 } }, 'The form is incomplete.'],
  [{ description: 'x'.repeat(5_001) }, 'The form is incomplete.'],
])('%j is rejected in words', async (change, sentence) => {
  const answer = await edit('3', change as object)
  expect(answer.json()).toMatchObject({ status: 400, detail: expect.stringContaining(sentence) })
})

test('positions are opened and filled, and only what changes is recorded', async () => {
  const put = (isOpen: boolean) => call('PUT', '/npcs/3/position', { is_open: isOpen })
  for (const isOpen of [false, false, true]) expect((await put(isOpen)).statusCode).toBe(200)
  expect((await entries()).slice(0, 2)).toEqual([
    'opened a position {"npc":3}',
    'filled a position {"npc":3}',
  ])
  expect((await read('3')).npc.is_position_open).toBe(true)
})

test('the order is changed by whoever has seen it, and a new NPC is last', async () => {
  expect(await order()).toEqual(['1', '2', '3'])
  const put = (from: unknown, to: unknown) => call('PUT', '/npcs/order', { from, to })
  expect((await put(['1', '2', '3'], ['3', '1', '2'])).statusCode).toBe(200)
  expect(await order()).toEqual(['3', '1', '2'])
  const late = await put(['1', '2', '3'], ['2', '1', '3'])
  expect(late.json()).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  for (const to of [['3', '1'], ['3', '1', '1'], ['3', '1', '9'], ['3', '1', '2', '2'], 'x', [1, 2, 3]])
    expect((await put(['3', '1', '2'], to)).json()).toMatchObject({
      status: 400,
      detail: 'An order has each NPC once.',
    })
  const created = await call('POST', '/npcs', {
    name: 'Zoe',
    x_account: null,
    description: 'New here.',
    descriptions: {},
    is_position_open: false,
  })
  const { id } = created.json()
  expect(await order()).toEqual(['3', '1', '2', id])
  expect((await read(id)).npc).toMatchObject({
    name: 'Zoe',
    likes: 0,
    is_live: false,
    is_position_open: false,
  })
  expect((await entries())[0]).toBe(`created an NPC {"npc":"${id}","name":"Zoe"}`)
  expect((await put(['3', '1', '2', id], ['1', '2', '3', id])).statusCode).toBe(200)
})

test('there is a limit to NPCs, and the sentence names it', async () => {
  await sql(
    "insert into npcs (name, description) select 'Extra', 'one more' from generate_series((select count(*) + 1 from npcs), $1)",
    [MAX_NPCS],
  )
  const details = { name: 'One too many', x_account: null, description: 'x', descriptions: {} }
  const answer = await call('POST', '/npcs', { ...details, is_position_open: true })
  expect(answer.json()).toMatchObject({
    status: 409,
    detail: `There are as many NPCs as there may be: ${MAX_NPCS}.`,
  })
  await sql("delete from npcs where name = 'Extra'")
})

test('what does not exist is unknown', async () => {
  for (const id of ['99', '0', '-1', 'x', '1e3', '99999999999'])
    expect((await call('GET', `/npcs/${id}`)).statusCode).toBe(404)
  const { details, revision } = await read('1')
  expect((await call('PUT', '/npcs/99', { revision, ...details })).statusCode).toBe(404)
  expect((await call('PUT', '/npcs/99/position', { is_open: true })).statusCode).toBe(404)
})
