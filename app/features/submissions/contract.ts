import * as v from 'valibot'

/** What visitors submit to the operators. */
export type SubmissionKind = 'application' | 'ad_request'

export const SUBMISSION_STATES = ['new', 'talking', 'accepted', 'declined'] as const
export type SubmissionState = (typeof SUBMISSION_STATES)[number]

/** After the last change of state or note. What is accepted stays until an operator deletes it. */
export const KEPT_DAYS = 180

/** In UTF-16 units, as `maxlength` counts them. */
export const MAX_NAME_LENGTH = 200
export const MAX_REASON_LENGTH = 5_000
export const MAX_BRAND_LENGTH = 100
export const MAX_CONTACT_LENGTH = 200
export const MAX_AD_TEXT_LENGTH = 1_000
export const MAX_NOTE_LENGTH = 2_000
export const MAX_AD_MINUTES = 1_440
export const MAX_DAYS_AHEAD = 365
export const MAX_IMAGE_BYTES = 2 * 1024 * 1024
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

export const SUBMISSIONS_PER_PAGE = 50

/** Of all minutes of a request, to the cent. */
export function adPriceUsd(minutes: number, pricePerMinute: number): number {
  return Math.round(minutes * pricePerMinute * 100) / 100
}

/** The body of `POST /api/applications`. */
export type ApplicationBody = { name: string; x_account: string; reason: string; is_adult: boolean }

/** The body of `POST /api/ad-requests`. */
export type AdRequestBody = {
  brand: string
  contact: string
  minutes: number
  /** As the form shows it; rejected if it has changed meanwhile. */
  price_usd: number
  /** As an input of the type datetime-local has it, in this zone. */
  wished_local: string
  time_zone: string
  text: string
  /** In base64. */
  image: string | null
}

/** As the desk lists it. */
export type Submission = {
  id: number
  state: SubmissionState
  version: number
  language: string
  created_at: string
  changed_at: string
  /** Null: an operator deletes it. */
  deleted_after: string | null
}
export type Note = { id: number; author: string; text: string; created_at: string }

export type Application = Submission & { name: string; x_account: string | null; reason: string }
export type AdRequest = Submission & {
  brand: string
  contact: string
  minutes: number
  price_usd: number
  wished_at: string
  time_zone: string
  text: string | null
  image_type: ImageType | null
}

export type SubmissionPage<T> = { counts: Record<SubmissionState, number>; submissions: T[] }
export type SubmissionDetail<T> = { submission: T; notes: Note[] }

export const moveSchema = v.object({
  state: v.picklist(SUBMISSION_STATES),
  version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_000_000_000)),
})
