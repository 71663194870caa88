import type { AdRequestBody, ApplicationBody } from '../../../app/features/submissions/contract.ts'

export const APPLICATION: ApplicationBody = {
  name: 'Ann Applicant',
  x_account: '@ann_a',
  reason: 'To live my goals',
  is_adult: true,
}

const TOMORROW_MS = Date.now() + 26 * 60 * 60_000

export const AD_REQUEST: AdRequestBody = {
  brand: 'Acme',
  contact: 'ads@acme.example',
  minutes: 3,
  price_usd: 150,
  wished_local: new Date(TOMORROW_MS).toISOString().slice(0, 16),
  time_zone: 'UTC',
  text: 'Buy more anvils',
  image: null,
}

/** The smallest PNG: one transparent pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
