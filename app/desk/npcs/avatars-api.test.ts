import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { pruneOnce } from '../../../server/retention.ts'
import { silentLog, type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { type TestDesk, testDesk } from '../../../tests/support/desk/test-desk.ts'

let database: TestDatabase
let desk: TestDesk

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  desk = await testDesk(database)
})

afterAll(async () => {
  await desk.close()
  await database.drop()
})

async function sql(text: string) {
  return (await database.db.query(text)).rows
}

function upload(id: string, body: Buffer, type = 'image/png') {
  return desk.call('PUT', `/npcs/${id}/avatar`, {
    cookie: desk.operator,
    body,
    headers: { 'content-type': type },
  })
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()
}

async function fetchAvatar(path: string) {
  return desk.desk.inject({ url: path, headers: { host: 'localhost:4000' } })
}

test('a new avatar replaces the old one, which is gone, and everybody gets it for good', async () => {
  const first = (await upload('2', await picture('red'))).json().avatar
  expect(await sql('select avatar from npcs where id = 2')).toEqual([{ avatar: first }])
  const second = (await upload('2', await picture('blue'), 'text/html')).json().avatar
  expect(second).not.toBe(first)
  expect((await fetchAvatar(first)).statusCode).toBe(404)
  const { headers, rawPayload } = await fetchAvatar(second)
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect((await sharp(rawPayload).metadata()).format).toBe('webp')
  expect(await sql("select count(*)::int from audit_log where action = 'changed an avatar'")).toEqual([
    { count: 2 },
  ])
})

test('two NPCs may have the same picture, and each may lose it', async () => {
  const green = await picture('green')
  const paths = [(await upload('1', green)).json().avatar, (await upload('3', green)).json().avatar]
  expect(paths[0]).toBe(paths[1])
  const remove = () => desk.call('DELETE', '/npcs/1/avatar', { cookie: desk.operator })
  expect((await remove()).statusCode).toBe(200)
  expect((await remove()).json()).toMatchObject({ status: 404, detail: 'This NPC has no avatar.' })
  expect((await fetchAvatar(paths[1])).statusCode).toBe(200)
})

test('a picture that SQL has put aside is deleted', async () => {
  const path = (await upload('3', await picture('white'))).json().avatar
  expect(await pruneOnce({ db: database.db, log: silentLog })).not.toHaveProperty('avatars')
  await sql("update npcs set avatar = 'https://example.com/a.png' where id = 3")
  expect(await pruneOnce({ db: database.db, log: silentLog })).toMatchObject({ avatars: 1 })
  expect((await fetchAvatar(path)).statusCode).toBe(404)
})

const HTML = '<!doctype html><script>alert(1)</script>'

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
  ['HTML that calls itself a picture', HTML, 'image/png'],
  ['JSON', '{}', 'application/json'],
  ['an empty file', '', 'image/png'],
])('%s is rejected in words', async (_what, content, type) => {
  const before = await sql('select npc_id, hash from npc_avatars order by npc_id')
  const answer = await upload('2', Buffer.from(content), type)
  expect(answer.json()).toMatchObject({
    status: 422,
    detail: expect.stringContaining('An avatar is a JPEG, PNG or WebP picture.'),
  })
  expect(await sql('select npc_id, hash from npc_avatars order by npc_id')).toEqual(before)
})

test('a truncated picture is rejected in words', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red', noise } })
    .png()
    .toBuffer()
  const answer = await upload('2', whole.subarray(0, whole.length / 2))
  expect(answer.json().detail).toContain('damaged or incomplete')
})

test('a file of 100 MB is rejected before it is sent', async () => {
  await desk.desk.listen({ port: 0, host: '127.0.0.1' })
  const { port } = desk.desk.server.address() as AddressInfo
  const sending = request({
    port,
    method: 'PUT',
    path: '/api/npcs/2/avatar',
    headers: {
      host: 'localhost:4000',
      origin: 'http://localhost:4000',
      cookie: desk.operator,
      'content-type': 'image/png',
      'content-length': 100 * 1024 * 1024,
    },
  })
  sending.write(Buffer.alloc(64 * 1024))
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(413)
  const problem = JSON.parse((await answer.toArray()).join(''))
  expect(problem.detail).toBe('An avatar has at most 5 MB.')
  sending.destroy()
})

test('without a length, reading ends at 5 MB', async () => {
  const { port } = desk.desk.server.address() as AddressInfo
  const sending = request({
    port,
    method: 'PUT',
    path: '/api/npcs/2/avatar',
    headers: { host: 'localhost:4000', origin: 'http://localhost:4000', cookie: desk.operator },
  })
  sending.on('error', () => {})
  sending.write(Buffer.alloc(5 * 1024 * 1024 + 1))
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(413)
  sending.destroy()
})
