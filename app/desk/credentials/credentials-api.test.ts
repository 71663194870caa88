import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createDesk } from '../../../server/desk/create-desk.ts'
import { type TestDatabase, testDatabase } from '../../../tests/support/database/test-database.ts'
import { softwareAuthenticator } from '../../../tests/support/desk/software-authenticator.ts'
import { resourcesWith } from '../../../tests/support/site/site-resources.ts'
import type { Member } from '../../features/members/contract.ts'
import { invite } from '../../features/members/invitations-store.server.ts'
import { findMember, setPassword } from '../../features/members/members-store.server.ts'
import { pruneChallenges } from '../../features/members/passkeys/passkey-challenges-store.server.ts'
import {
  type CurrentSession,
  findSession,
  openSession,
} from '../../features/members/sessions-store.server.ts'

const ORIGIN = 'http://localhost:4000'
const PASSWORD = 'correct horse battery'
const NOT_ACCEPTED = 'This passkey was not accepted. Please try again, or use a password.'

type Authenticator = Awaited<ReturnType<typeof softwareAuthenticator>>
type Call = { cookie?: string; address?: string; method?: 'POST' | 'PUT' | 'DELETE' }

let database: TestDatabase
let desk: FastifyInstance

beforeAll(async () => {
  database = await testDatabase(inject('databaseServer'))
  desk = await openDesk(ORIGIN)
})

beforeEach(() =>
  sql(`delete from members; delete from member_invitations; delete from sign_in_attempts;
       delete from passkey_challenges`),
)

afterAll(async () => {
  await desk.close()
  await database.drop()
})

function openDesk(url: string): Promise<FastifyInstance> {
  return createDesk(resourcesWith({ db: database.db }), { deskUrl: () => url, trustProxy: [] })
}

async function sql(text: string, values?: unknown[]) {
  return (await database.db.query(text, values)).rows
}

function call(path: string, body: object, { cookie, address, method = 'POST' }: Call = {}) {
  return desk.inject({
    method,
    url: `/api${path}`,
    headers: { host: 'localhost:4000', origin: ORIGIN, ...(cookie && { cookie }) },
    remoteAddress: address ?? '127.0.0.1',
    payload: body,
  })
}

async function credentialsOf(cookie: string) {
  const headers = { host: 'localhost:4000', cookie }
  return (await desk.inject({ url: '/api/credentials', headers })).json()
}

function cookieOf({ cookies }: Awaited<ReturnType<typeof call>>): string {
  const [cookie] = cookies
  return `${cookie?.name}=${cookie?.value}`
}

const newToken = () => invite({ db: database.db }, undefined, { role: 'operator' })

async function joinWithPasskey(name = 'Olga', authenticator?: Authenticator) {
  const own = authenticator ?? (await softwareAuthenticator())
  const token = await newToken()
  const options = (await call('/passkeys/join-options', { token, name })).json()
  const passkey = await own.make(options, { origin: ORIGIN })
  const answer = await call('/passkeys/join', { token, name, passkey })
  expect(answer.statusCode).toBe(200)
  return { authenticator: own, cookie: cookieOf(answer) }
}

async function joinWithPassword(name = 'Olga'): Promise<string> {
  return cookieOf(await call('/join', { token: await newToken(), name, password: PASSWORD }))
}

const signInOptions = async () => (await call('/passkeys/sign-in-options', {})).json()
const signIn = (assertion: object) => call('/passkeys/sign-in', { assertion })

async function addPasskey(cookie: string, proof: object, authenticator?: Authenticator) {
  const own = authenticator ?? (await softwareAuthenticator())
  const options = await call('/passkeys/add-options', { proof }, { cookie })
  expect(options.statusCode).toBe(200)
  const passkey = await own.make(options.json(), { origin: ORIGIN })
  return { authenticator: own, answer: await call('/passkeys', { passkey }, { cookie }) }
}

async function proofBy(authenticator: Authenticator, cookie: string) {
  const options = (await call('/passkeys/confirm-options', {}, { cookie })).json()
  return { assertion: await authenticator.use(options, { origin: ORIGIN }) }
}

test('a link and a passkey make a member without a password, who signs in with the passkey alone', async () => {
  const { authenticator, cookie } = await joinWithPasskey()
  expect(await credentialsOf(cookie)).toMatchObject({
    has_password: false,
    passkeys: [{ used_at: null }],
  })
  const options = await signInOptions()
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  const answer = await signIn(await authenticator.use(options, { origin: ORIGIN }))
  expect(answer.statusCode).toBe(200)
  expect((await credentialsOf(cookieOf(answer))).passkeys[0].used_at).not.toBeNull()
  const byPassword = await call('/sign-in', { name: 'Olga', password: '' })
  expect(byPassword.statusCode).toBe(422)
  const entries = await sql('select member_name, action, details from audit_log order by id desc limit 3')
  expect(entries).toMatchObject([
    { member_name: 'Olga', action: 'signed in', details: { with: 'a passkey' } },
    { member_name: 'Olga', action: 'signed in' },
    { member_name: 'Olga', action: 'joined', details: { role: 'operator', with: 'a passkey' } },
  ])
})

test('of two who use a link at the same moment, one with a passkey, one joins', async () => {
  const token = await newToken()
  const authenticator = await softwareAuthenticator()
  const options = (await call('/passkeys/join-options', { token, name: 'Olga' })).json()
  const passkey = await authenticator.make(options, { origin: ORIGIN })
  const answers = await Promise.all([
    call('/passkeys/join', { token, name: 'Olga', passkey }),
    call('/join', { token, name: 'Otto', password: PASSWORD }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
  expect(await sql('select count(*)::int as members from members')).toEqual([{ members: 1 }])
})

test('nothing is offered for a used link or for a name that somebody has', async () => {
  await joinWithPassword('Olga')
  const used = await call('/passkeys/join-options', { token: 'made-up', name: 'Otto' })
  expect(used.json()).toMatchObject({ status: 410, code: 'link_used' })
  const taken = await call('/passkeys/join-options', { token: await newToken(), name: 'OLGA' })
  expect(taken.json()).toMatchObject({ status: 409, code: 'name_taken' })
  expect(await sql('select from passkey_challenges')).toEqual([])
})

test('an assertion that was used once is rejected the second time', async () => {
  const { authenticator } = await joinWithPasskey()
  const assertion = await authenticator.use(await signInOptions(), { origin: ORIGIN })
  const answers = await Promise.all([signIn(assertion), signIn(assertion), signIn(assertion)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
  const replayed = await signIn(assertion)
  expect(replayed.json()).toMatchObject({ status: 422, detail: NOT_ACCEPTED, code: 'passkey_rejected' })
})

test.each([
  ['another port of localhost', { origin: 'http://localhost:3000' }],
  ['another site', { origin: 'https://evil.example' }],
  ['a frame of another site', { origin: ORIGIN, crossOrigin: true }],
  ['a device that did not verify its user', { origin: ORIGIN, isUserVerified: false }],
])('an assertion from %s is rejected, and the next one from the desk is accepted', async (_, from) => {
  const { authenticator } = await joinWithPasskey()
  const options = await signInOptions()
  const answer = await signIn(await authenticator.use(options, from))
  expect(answer.json()).toMatchObject({ status: 422, detail: NOT_ACCEPTED })
  expect(answer.headers['set-cookie']).toBeUndefined()
  const own = await signIn(await authenticator.use(await signInOptions(), { origin: ORIGIN }))
  expect(own.statusCode).toBe(200)
})

test('an assertion for another relying party, or signed by another key, is rejected', async () => {
  const { authenticator } = await joinWithPasskey()
  const elsewhere = { ...(await signInOptions()), rpId: 'evil.example' }
  expect((await signIn(await authenticator.use(elsewhere, { origin: ORIGIN }))).statusCode).toBe(422)
  const other = await softwareAuthenticator()
  const forged = await other.use(await signInOptions(), { origin: ORIGIN })
  expect((await signIn(forged)).statusCode).toBe(422)
  const { id, rawId } = await authenticator.use(await signInOptions(), { origin: ORIGIN })
  const options = await signInOptions()
  const mixed = { ...(await other.use(options, { origin: ORIGIN })), id, rawId }
  expect((await signIn(mixed)).statusCode).toBe(422)
})

test('a counter that does not grow is rejected: there may be a copy of the authenticator', async () => {
  const { authenticator } = await joinWithPasskey()
  const signInAt = async (counter: number) =>
    (await signIn(await authenticator.use(await signInOptions(), { origin: ORIGIN, counter }))).statusCode
  expect(await signInAt(7)).toBe(200)
  expect(await signInAt(7)).toBe(422)
  expect(await signInAt(0)).toBe(422)
  expect(await signInAt(8)).toBe(200)
  const [first, second] = [await signInOptions(), await signInOptions()]
  const both = [first, second].map((options) => authenticator.use(options, { origin: ORIGIN, counter: 9 }))
  const answers = await Promise.all((await Promise.all(both)).map(signIn))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
})

test('a challenge is worth nothing for another purpose, after five minutes, or to another session', async () => {
  const { authenticator, cookie } = await joinWithPasskey()
  const forSignIn = await authenticator.use(await signInOptions(), { origin: ORIGIN })
  const confirmation = await call('/passkeys/add-options', { proof: { assertion: forSignIn } }, { cookie })
  expect(confirmation.json()).toMatchObject({ status: 422, detail: NOT_ACCEPTED })
  const proof = await proofBy(authenticator, cookie)
  expect((await signIn(proof.assertion)).statusCode).toBe(422)

  const elsewhere = cookieOf(await signIn(await authenticator.use(await signInOptions(), { origin: ORIGIN })))
  const stolen = await call('/passkeys/add-options', { proof }, { cookie: elsewhere })
  expect(stolen.statusCode).toBe(422)
  expect((await call('/passkeys/add-options', { proof }, { cookie })).statusCode).toBe(200)

  const late = await authenticator.use(await signInOptions(), { origin: ORIGIN })
  await sql("update passkey_challenges set expires_at = expires_at - interval '5 minutes'")
  expect((await signIn(late)).statusCode).toBe(422)
})

test('a passkey for one link does not open another', async () => {
  const [own, other] = [await newToken(), await newToken()]
  const authenticator = await softwareAuthenticator()
  const options = (await call('/passkeys/join-options', { token: own, name: 'Olga' })).json()
  const passkey = await authenticator.make(options, { origin: ORIGIN })
  expect((await call('/passkeys/join', { token: other, name: 'Olga', passkey })).statusCode).toBe(422)
  expect((await call('/passkeys/join', { token: own, name: 'Olga', passkey })).statusCode).toBe(200)
})

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a frame of another site', { origin: ORIGIN, crossOrigin: true }],
  ['a device that did not verify its user', { origin: ORIGIN, isUserVerified: false }],
])('a new passkey from %s is rejected, and nobody joins', async (_, from) => {
  const token = await newToken()
  const authenticator = await softwareAuthenticator()
  const options = (await call('/passkeys/join-options', { token, name: 'Olga' })).json()
  const passkey = await authenticator.make(options, from)
  const answer = await call('/passkeys/join', { token, name: 'Olga', passkey })
  expect(answer.json()).toMatchObject({ status: 422, detail: NOT_ACCEPTED })
  expect(await sql('select from members')).toEqual([])
  expect(await sql('select from member_invitations')).toHaveLength(1)
})

test('the only passkey of a member without a password stays; with a second one, or a password, it goes', async () => {
  const { authenticator, cookie } = await joinWithPasskey()
  const remove = async (position: number) => {
    const { id } = (await credentialsOf(cookie)).passkeys[position]
    return call(`/passkeys/${id}`, {}, { cookie, method: 'DELETE' })
  }
  const refused = await remove(0)
  expect(refused.json()).toMatchObject({ status: 409, code: 'last_credential' })
  expect(refused.json().detail).toContain('your only way to sign in')
  const second = await addPasskey(cookie, await proofBy(authenticator, cookie))
  expect(second.answer.statusCode).toBe(200)
  expect((await remove(0)).statusCode).toBe(200)
  expect((await remove(0)).statusCode).toBe(409)
  const removed = await signIn(await authenticator.use(await signInOptions(), { origin: ORIGIN }))
  expect(removed.statusCode).toBe(422)

  const proof = await proofBy(second.authenticator, cookie)
  const added = await call('/password', { proof, next: PASSWORD }, { cookie, method: 'PUT' })
  expect(added.statusCode).toBe(200)
  expect((await remove(0)).statusCode).toBe(200)
  expect(await credentialsOf(cookie)).toEqual({ has_password: true, passkeys: [] })
  expect((await call('/sign-in', { name: 'Olga', password: PASSWORD })).statusCode).toBe(200)
})

test('of two passkeys that are removed at the same moment, one stays', async () => {
  const { authenticator, cookie } = await joinWithPasskey()
  await addPasskey(cookie, await proofBy(authenticator, cookie))
  const { passkeys } = await credentialsOf(cookie)
  const answers = await Promise.all(
    passkeys.map(({ id }: { id: number }) => call(`/passkeys/${id}`, {}, { cookie, method: 'DELETE' })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect((await credentialsOf(cookie)).passkeys).toHaveLength(1)
})

test('a removed passkey ends the other sessions, and nobody removes the one of somebody else', async () => {
  const olga = await joinWithPassword('Olga')
  await addPasskey(olga, { current: PASSWORD })
  const otto = await joinWithPassword('Otto')
  const second = cookieOf(await call('/sign-in', { name: 'Olga', password: PASSWORD }))
  const { id } = (await credentialsOf(olga)).passkeys[0]
  const foreign = await call(`/passkeys/${id}`, {}, { cookie: otto, method: 'DELETE' })
  expect(foreign.statusCode).toBe(404)
  expect((await call(`/passkeys/${id}`, {}, { cookie: olga, method: 'DELETE' })).statusCode).toBe(200)
  expect(await credentialsOf(second)).toMatchObject({ status: 401 })
  expect(await credentialsOf(olga)).toEqual({ has_password: true, passkeys: [] })
})

test('a session alone adds no passkey and sets no password', async () => {
  const cookie = await joinWithPassword()
  const { authenticator: strange } = await joinWithPasskey('Otto')
  const proofs = [{ current: 'wrong' }, { current: '' }, await proofBy(strange, cookie)]
  for (const proof of proofs) {
    expect((await call('/passkeys/add-options', { proof }, { cookie })).statusCode).toBe(422)
    const change = { proof, next: 'another long password' }
    expect((await call('/password', change, { cookie, method: 'PUT' })).statusCode).toBe(422)
  }
  expect((await call('/passkeys/add-options', {}, { cookie })).statusCode).toBe(400)
  const unasked = await strange.make({ challenge: 'AAAA' }, { origin: ORIGIN })
  expect((await call('/passkeys', { passkey: unasked }, { cookie })).statusCode).toBe(422)
  expect(await credentialsOf(cookie)).toEqual({ has_password: true, passkeys: [] })
  expect((await call('/sign-in', { name: 'Olga', password: PASSWORD })).statusCode).toBe(200)
})

test('a forgotten password is changed with a passkey', async () => {
  const cookie = await joinWithPassword()
  const { authenticator } = await addPasskey(cookie, { current: PASSWORD })
  const change = { proof: await proofBy(authenticator, cookie), next: 'another long password' }
  expect((await call('/password', change, { cookie, method: 'PUT' })).statusCode).toBe(200)
  expect((await call('/password', change, { cookie, method: 'PUT' })).statusCode).toBe(422)
  expect((await call('/sign-in', { name: 'Olga', password: change.next })).statusCode).toBe(200)
})

test('a passkey that somebody has is not added again, nor used to join', async () => {
  const { authenticator, cookie } = await joinWithPasskey('Olga')
  const again = await addPasskey(cookie, await proofBy(authenticator, cookie), authenticator)
  expect(again.answer.json()).toMatchObject({ status: 409, code: 'passkey_known' })
  const token = await newToken()
  const options = (await call('/passkeys/join-options', { token, name: 'Otto' })).json()
  const passkey = await authenticator.make(options, { origin: ORIGIN })
  const joined = await call('/passkeys/join', { token, name: 'Otto', passkey })
  expect(joined.json()).toMatchObject({ status: 409, code: 'passkey_known' })
  expect(await sql('select name from members')).toEqual([{ name: 'Olga' }])
  expect(await sql('select from member_invitations')).toHaveLength(1)
})

test('twenty passkeys are enough for one member', async () => {
  const cookie = await joinWithPassword()
  await sql(`insert into passkeys (member_id, credential_id, public_key, counter, transports, user_agent)
             select id, 'made-up-' || n, '', 0, '{}', '' from members, generate_series(1, 19) n`)
  expect((await addPasskey(cookie, { current: PASSWORD })).answer.statusCode).toBe(200)
  const refused = (await addPasskey(cookie, { current: PASSWORD })).answer
  expect(refused.json()).toMatchObject({ status: 409, detail: 'You have 20 passkeys. Remove one first.' })
})

const HOSTILE = [
  undefined,
  null,
  'text',
  {},
  { id: 'AA', rawId: 'AA', type: 'public-key', response: {} },
  { id: 'A'.repeat(2_000) },
]

test.each(HOSTILE)('an answer such as %j is rejected in words', async (answer) => {
  const signedIn = await call('/passkeys/sign-in', { assertion: answer })
  expect(signedIn.json()).toMatchObject({ status: 400, detail: NOT_ACCEPTED })
  const joined = await call('/passkeys/join', { token: await newToken(), name: 'Olga', passkey: answer })
  expect(joined.json()).toMatchObject({ status: 400, detail: NOT_ACCEPTED })
})

test('an answer of random bytes is rejected in words, also deep inside', async () => {
  const token = await newToken()
  const authenticator = await softwareAuthenticator()
  for (const attestationObject of ['AAAA', 'gYGB'.repeat(4_000), 'ow', '-_-_']) {
    const options = (await call('/passkeys/join-options', { token, name: 'Olga' })).json()
    const made = await authenticator.make(options, { origin: ORIGIN })
    const passkey = { ...made, response: { ...made.response, attestationObject } }
    const answer = await call('/passkeys/join', { token, name: 'Olga', passkey })
    expect(answer.json()).toMatchObject({ status: 422, detail: NOT_ACCEPTED })
  }
  for (const clientDataJSON of ['AAAA', 'bnVsbA', 'eyJjaGFsbGVuZ2UiOjF9']) {
    const made = await authenticator.use(await signInOptions(), { origin: ORIGIN })
    const answer = await signIn({ ...made, response: { ...made.response, clientDataJSON } })
    expect(answer.statusCode).toBe(422)
  }
})

test('one address gets 60 challenges in 15 minutes, and nothing expired piles up', async () => {
  const ask = (address: string) => call('/passkeys/sign-in-options', {}, { address })
  const answers = await Promise.all(Array.from({ length: 61 }, () => ask('192.0.2.7')))
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array(60).fill(200), 429])
  const refused = await ask('192.0.2.7')
  expect(refused.json().detail).toBe('Too many attempts with passkeys. Please try again in 15 minutes.')
  expect(await sql('select count(*)::int as open from passkey_challenges')).toEqual([{ open: 60 }])
  expect((await ask('192.0.2.8')).statusCode).toBe(200)
  await sql("update passkey_challenges set expires_at = now() - interval '1 second'")
  await ask('192.0.2.9')
  expect(await sql('select count(*)::int as open from passkey_challenges')).toEqual([{ open: 52 }])
  expect(await pruneChallenges({ db: database.db, limit: 100 })).toBe(51)
})

test('an address that goes on guessing when it is blocked locks nobody out elsewhere', async () => {
  await joinWithPassword()
  const guess = () => call('/sign-in', { name: 'Olga', password: 'wrong' }, { address: '203.0.113.7' })
  expect((await guess()).statusCode).toBe(422)
  await sql('update sign_in_attempts set attempts = 10')
  for (let times = 0; times < 300; times += 1) expect((await guess()).statusCode).toBe(429)
  const ofOlga = { name: 'Olga', password: PASSWORD }
  expect((await call('/sign-in', ofOlga, { address: '192.0.2.7' })).statusCode).toBe(200)
})

test('a password that has just been changed opens no session', async () => {
  const cookie = await joinWithPassword()
  const { member, passwordHash } = await findMember(database, 'Olga')
  const change = { proof: { current: PASSWORD }, next: 'another correct horse' }
  expect((await call('/password', change, { cookie, method: 'PUT' })).statusCode).toBe(200)
  const late = openSession(database, member as Member, { userAgent: 'a browser', passwordHash })
  expect(await late).toBeUndefined()
})

test('a session that was ended while it changed the password changes nothing', async () => {
  const cookie = await joinWithPassword()
  const session = (await findSession(database, cookie.split('=')[1] ?? '')) as CurrentSession
  await sql('delete from member_sessions')
  expect(await setPassword(database, session, 'another correct horse')).toBe(false)
  expect((await call('/sign-in', { name: 'Olga', password: PASSWORD })).statusCode).toBe(200)
})

test('no challenge and no link is readable in the database', async () => {
  const token = await newToken()
  const options = (await call('/passkeys/join-options', { token, name: 'Olga' })).json()
  const [row] = await sql('select challenge_hash, purpose from passkey_challenges')
  expect(row.challenge_hash).toHaveLength(32)
  expect(row.challenge_hash.toString('base64url')).not.toBe(options.challenge)
  expect(row.purpose).toMatch(/^join [\w-]{43}$/)
  expect(row.purpose).not.toContain(token)
})

test.each(['http://127.0.0.1:4000', 'http://[::1]:4000', 'http://desk.lan:4000', 'https://192.0.2.1'])(
  'at %s there are no passkeys, and it says so',
  async (url) => {
    const elsewhere = await openDesk(url)
    const answer = await elsewhere.inject({
      method: 'POST',
      url: '/api/passkeys/sign-in-options',
      headers: { host: new URL(url).host, origin: url },
    })
    expect(answer.json()).toMatchObject({ status: 409, code: 'no_passkeys_here' })
    expect(answer.json().detail).toBe(
      'Passkeys need a desk with a host name and https. Please use a password.',
    )
    await elsewhere.close()
  },
)
