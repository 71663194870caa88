import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeAmf0, encodeAmf0, MalformedAmf } from './amf0.server.ts'

test('encoded values are decoded again', () => {
  const values = [
    'connect',
    1,
    { app: 'live', nested: { flag: true, nothing: null }, list: [1, 'two', false] },
    undefined,
    new Date(1_700_000_000_000),
    'long '.repeat(20_000),
  ]
  expect(decodeAmf0(encodeAmf0(...values))).toEqual(values)
})

test('an ECMA array is read as an object, whatever length it claims', () => {
  const bytes = Buffer.concat([
    Buffer.of(8, 0xff, 0xff, 0xff, 0xff, 0, 1),
    Buffer.from('a'),
    Buffer.of(5, 0, 0, 9),
  ])
  expect(decodeAmf0(bytes)).toEqual([{ a: null }])
})

test('no key reaches the prototype', () => {
  const [object] = decodeAmf0(encodeAmf0(JSON.parse('{"__proto__": {"isAdmin": true}}')))
  expect(Object.getPrototypeOf(object)).toBeNull()
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test.each([
  ['a text that is cut off', Buffer.of(2, 0, 9, 65)],
  ['an object without an end', Buffer.of(3, 0, 1, 65)],
  ['a list of four thousand million', Buffer.of(10, 0xff, 0xff, 0xff, 0xff, 5, 5)],
  ['a list in a list, a thousand deep', Buffer.alloc(5_000, Buffer.of(10, 0, 0, 0, 1))],
  ['an unknown type', Buffer.of(0x42)],
])('%s is malformed', (_, bytes) => {
  expect(() => decodeAmf0(bytes)).toThrow(MalformedAmf)
})

/** Every seventh byte a type, so that more than the first value is read. */
const almostAmf = fc.uint8Array({ maxLength: 60 }).map((bytes) => {
  for (let at = 0; at < bytes.length; at += 7) bytes[at] = (bytes[at] ?? 0) % 13
  return Buffer.from(bytes)
})

test('each of 20,000 random texts is decoded or malformed', () => {
  const decodes = fc.property(almostAmf, (bytes) => {
    try {
      decodeAmf0(bytes)
    } catch (error) {
      if (!(error instanceof MalformedAmf)) throw error
    }
  })
  fc.assert(decodes, { numRuns: 20_000 })
})
