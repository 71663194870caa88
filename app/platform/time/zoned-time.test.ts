import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTimeZone, toInstant } from './zoned-time.ts'

const found = (iso: string) => ({ status: 'found', time: Date.parse(iso) })

test.each([
  ['2027-01-15T12:00', 'Europe/Tallinn', '2027-01-15T10:00Z'],
  ['2027-07-15T12:00', 'Europe/Tallinn', '2027-07-15T09:00Z'],
  ['2027-07-15T12:00', 'Asia/Kathmandu', '2027-07-15T06:15Z'],
  ['2027-01-01T00:30', 'Pacific/Kiritimati', '2026-12-31T10:30Z'],
  ['2027-02-28T23:59', 'America/St_Johns', '2027-03-01T03:29Z'],
  ['2027-03-28T02:59', 'Europe/Tallinn', '2027-03-28T00:59Z'],
  ['2027-03-28T04:00', 'Europe/Tallinn', '2027-03-28T01:00Z'],
  ['2028-02-29T12:00', 'UTC', '2028-02-29T12:00Z'],
])('%s in %s is %s', (local, zone, iso) => {
  expect(toInstant(local, zone)).toEqual(found(iso))
})

test('a time that clocks skip does not exist', () => {
  expect(toInstant('2027-03-28T03:30', 'Europe/Tallinn')).toEqual({ status: 'skipped' })
  expect(toInstant('2027-03-14T02:00', 'America/New_York')).toEqual({ status: 'skipped' })
})

test('of a time that comes twice it is the first', () => {
  expect(toInstant('2027-10-31T03:30', 'Europe/Tallinn')).toEqual(found('2027-10-31T00:30Z'))
  expect(toInstant('2027-11-07T01:30', 'America/New_York')).toEqual(found('2027-11-07T05:30Z'))
})

test.each([
  ['2027-02-30T12:00', 'UTC'],
  ['2027-13-01T12:00', 'UTC'],
  ['2027-01-01T24:00', 'UTC'],
  ['2027-01-01 12:00', 'UTC'],
  ['2027-01-01T12:00Z', 'UTC'],
  ['', 'UTC'],
  ['2027-01-01T12:00', 'Moon/Tranquility'],
  ['2027-01-01T12:00', ''],
])('%j in %j is unreadable', (local, zone) => {
  expect(toInstant(local, zone)).toEqual({ status: 'unreadable' })
})

test('a zone is one that this machine knows', () => {
  expect(isTimeZone('Europe/Tallinn')).toBe(true)
  expect(isTimeZone('<b>')).toBe(false)
})

test('what a clock shows at an instant leads back to it, or to the hour before that looks the same', () => {
  const zone = fc.constantFrom('Europe/Tallinn', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe')
  const minute = fc.integer({ min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2030, 0) / 60_000 })
  fc.assert(
    fc.property(zone, minute, (timeZone, minutes) => {
      const time = minutes * 60_000
      const local = new Date(time).toLocaleString('sv', { timeZone }).slice(0, 16).replace(' ', 'T')
      const instant = toInstant(local, timeZone)
      expect(instant.status).toBe('found')
      const earlier = instant.status === 'found' ? time - instant.time : -1
      expect([0, 30 * 60_000, 60 * 60_000]).toContain(earlier)
    }),
  )
})
