import { afterEach, expect, test, vi } from 'vitest'
import { localDay } from './local-day.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['Pacific/Kiritimati', '2026-03-02'],
  ['UTC', '2026-03-01'],
  ['Pacific/Pago_Pago', '2026-02-28'],
])('a day is that of the time zone, %s', (zone, day) => {
  vi.stubEnv('TZ', zone)
  expect(localDay(new Date('2026-03-01T10:30:00Z'))).toBe(day)
})
