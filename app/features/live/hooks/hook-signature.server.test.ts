import { expect, test } from 'vitest'
import { checkSignature, isSameText, sign, tokenOf } from './hook-signature.server.ts'

const SECRET = 'for tests only'
const BODY = '{"npc_id":"1"}'
const T = 1_800_000_000
const NOW = T * 1_000
const GENUINE = sign(SECRET, T, BODY)

const check = (header: string | undefined, { secret = SECRET, body = BODY, now = NOW } = {}) =>
  checkSignature({ secret, header, body, now })

test('the signature is what openssl makes of time, dot and body', () => {
  // printf '1800000000.{"npc_id":"1"}' | openssl dgst -sha256 -hmac 'for tests only'
  expect(GENUINE).toBe('f8c4be88bf82c8b20b549325d4f78318c654c05e383183b5603e062bd2d9edae')
})

test.each([
  [`t=${T},v1=${GENUINE}`],
  [`v1=${GENUINE}, t=${T}`],
  [`t=${T},v0=old,v1=of-a-former-secret,v1=${GENUINE}`],
])('%s is genuine', (header) => {
  expect(check(header)).toEqual(new Date(NOW))
})

test.each([
  ['nothing', undefined],
  ['no time', `v1=${GENUINE}`],
  ['no signature', `t=${T}`],
  ['another time', `t=${T + 1},v1=${GENUINE}`],
  ['another signature', `t=${T},v1=${'0'.repeat(64)}`],
  ['a part of it', `t=${T},v1=${GENUINE.slice(0, 63)}`],
  ['a time that is none', `t=soon,v1=${GENUINE}`],
  ['a signature behind seven others', `t=${T},${'v1=0,'.repeat(7)}v1=${GENUINE}`],
])('%s is not', (_, header) => {
  expect(check(header)).toBeUndefined()
})

test('another body or secret makes another signature', () => {
  const header = `t=${T},v1=${GENUINE}`
  expect(check(header, { body: `${BODY} ` })).toBeUndefined()
  expect(check(header, { secret: 'another' })).toBeUndefined()
})

test('it holds for five minutes, before and after', () => {
  const header = `t=${T},v1=${GENUINE}`
  const minutes = 60_000
  for (const shift of [-5 * minutes, 5 * minutes]) expect(check(header, { now: NOW + shift })).toBeDefined()
  for (const shift of [-5 * minutes - 1, 5 * minutes + 1])
    expect(check(header, { now: NOW + shift })).toBeUndefined()
})

test('each media server has its own token', () => {
  const tokens = (['nginx-rtmp', 'mediamtx', 'srs'] as const).map((server) => tokenOf(server, SECRET))
  expect(new Set(tokens).size).toBe(3)
  expect(tokens[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(isSameText(tokens[0] ?? '', tokenOf('nginx-rtmp', SECRET))).toBe(true)
  expect(isSameText('', tokenOf('nginx-rtmp', SECRET))).toBe(false)
})
