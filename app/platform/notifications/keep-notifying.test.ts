import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { captureLog } from '../../../tests/support/site/captured-log.ts'
import { startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { startServer } from '../../../tests/support/start-server.ts'
import { until } from '../../../tests/support/until.ts'
import { keepNotifying } from './keep-notifying.server.ts'
import { enqueueNotification, pruneNotifications } from './notifications-store.server.ts'
import { channelsOf, type NotificationSettings } from './settings.server.ts'

const NEWS = { text: 'Something new has arrived.', path: '/news' }

let database: TestDatabase
const opened: { close(): unknown }[] = []

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
})

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
  await sql('delete from notifications')
})

afterAll(() => database.drop())

async function sql(text: string) {
  return (await database.db.query(text)).rows
}

const enqueue = (settings: NotificationSettings) =>
  enqueueNotification(database.db, channelsOf(settings), NEWS)
const waiting = () => sql('select channel, attempts from notifications order by id')
const becomesDue = () => sql('update notifications set next_attempt_at = now()')

function notify(settings: NotificationSettings) {
  const { log, lines } = captureLog('info')
  const url = () => 'https://desk.example'
  opened.push(keepNotifying({ db: database.db, log, settings, subject: 'News', url, pollMs: 10 }))
  return { lines }
}

/** Answers with each of the statuses in turn, then with the last one. */
async function webhook(...statuses: number[]) {
  const bodies: string[] = []
  const server = await startServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(`${request.method} ${request.url} ${body}`)
    const status = statuses.length > 1 ? statuses.shift() : statuses[0]
    response.writeHead(status ?? 204, { location: `${server.url}/elsewhere` }).end()
  })
  opened.push(server)
  return { bodies, settings: { webhookUrl: `${server.url}/hook?key=secret`, email: undefined } }
}

test('a notification is sent once, by one of several instances', async () => {
  const { bodies, settings } = await webhook(204)
  for (let count = 0; count < 5; count += 1) await enqueue(settings)
  for (let instance = 0; instance < 3; instance += 1) notify(settings)
  await until(async () => (await waiting()).length === 0)
  expect(bodies).toEqual(
    Array(5).fill(
      'POST /hook?key=secret {"text":"Something new has arrived. Open https://desk.example/news"}',
    ),
  )
})

test('what fails is tried again later, and the log says so once, without the key', async () => {
  const { bodies, settings } = await webhook(500, 500, 204)
  await enqueue(settings)
  const { lines } = notify(settings)
  await until(() => bodies.length === 1)
  await until(() => lines().length === 1)
  expect(await waiting()).toEqual([{ channel: 'webhook', attempts: 1 }])
  await becomesDue()
  await until(() => bodies.length === 2)
  await becomesDue()
  await until(async () => (await waiting()).length === 0)
  expect(lines()).toMatchObject([
    { level: 40, msg: 'operators cannot be notified; trying again', cause: 'the webhook answered 500' },
  ])
  expect(JSON.stringify(lines())).not.toContain('secret')
})

test('a redirect is a failure: nobody is asked whom the operator has not named', async () => {
  const { bodies, settings } = await webhook(307)
  await enqueue(settings)
  const { lines } = notify(settings)
  await until(() => lines().length === 1)
  expect(lines()[0]?.cause).toBe('the webhook answered 307')
  expect(bodies).toHaveLength(1)
})

test('after a day a notification is given up, with one warning', async () => {
  const { settings } = await webhook(204)
  for (const server of opened.splice(0)) await server.close()
  await enqueue(settings)
  await sql("update notifications set created_at = now() - interval '25 hours'")
  const { lines } = notify(settings)
  await until(async () => (await waiting()).length === 0)
  expect(lines()).toMatchObject([{ level: 40, msg: 'a notification of operators is given up after a day' }])
  expect(lines()[0]?.cause).toContain('ECONNREFUSED')
  expect(JSON.stringify(lines())).not.toContain('secret')
})

test('mail goes to everybody named, from the address that signs in', async () => {
  const server = await startSmtpServer()
  opened.push(server)
  const smtpUrl = `smtp://desk%40a.example:p%3Ass@127.0.0.1:${server.port}`
  const settings = { webhookUrl: undefined, email: { smtpUrl, to: ['olga@a.example', 'otto@a.example'] } }
  await enqueue(settings)
  notify(settings)
  await until(async () => (await waiting()).length === 0)
  const [mail] = server.mails
  expect(mail?.credentials).toBe('\0desk@a.example\0p:ss')
  expect(mail?.from).toContain('<desk@a.example>')
  expect(mail?.to).toEqual(['RCPT TO:<olga@a.example>', 'RCPT TO:<otto@a.example>'])
  expect(mail?.data).toContain('Subject: News')
  expect(mail?.data).toContain('Something new has arrived. Open https://desk.example/news')
})

test('a mail server that rejects the mail delays neither the webhook nor anybody else', async () => {
  const server = await startSmtpServer('550 no')
  opened.push(server)
  const { bodies, settings } = await webhook(204)
  const both = { ...settings, email: { smtpUrl: `smtp://127.0.0.1:${server.port}`, to: ['olga@a.example'] } }
  await enqueue(both)
  const { lines } = notify(both)
  await until(() => bodies.length === 1 && lines().length === 1)
  expect(await waiting()).toEqual([{ channel: 'email', attempts: 1 }])
  expect(lines()[0]).toMatchObject({ channel: 'email', msg: 'operators cannot be notified; trying again' })
})

test('what was enqueued for a channel that is gone is deleted after two days', async () => {
  await enqueue({ webhookUrl: 'https://a.example', email: undefined })
  expect(await pruneNotifications({ db: database.db, limit: 10 })).toBe(0)
  await sql("update notifications set created_at = now() - interval '49 hours'")
  expect(await pruneNotifications({ db: database.db, limit: 10 })).toBe(1)
})
