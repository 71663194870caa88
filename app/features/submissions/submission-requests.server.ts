import * as v from 'valibot'
import { parseBody } from '../../platform/http/parse-body.server.ts'
import { isHandle, readHandle } from '../../platform/names/x-handle.ts'
import { isReadable, tidyLine, tidyText } from '../../platform/text/plain-text.ts'
import { toInstant } from '../../platform/time/zoned-time.ts'
import {
  MAX_AD_MINUTES,
  MAX_AD_TEXT_LENGTH,
  MAX_BRAND_LENGTH,
  MAX_CONTACT_LENGTH,
  MAX_DAYS_AHEAD,
  MAX_IMAGE_BYTES,
  MAX_NAME_LENGTH,
  MAX_REASON_LENGTH,
} from './contract.ts'
import { SUBMISSIONS_PROBLEMS, type SubmissionsProblemCode, submissionsProblem } from './problems.server.ts'
import { recogniseImage } from './recognise-image.server.ts'

const DAY_MS = 24 * 60 * 60_000
/** Base64 of the largest image; the text of a larger one is not decoded. */
export const MAX_IMAGE_TEXT = Math.ceil(MAX_IMAGE_BYTES / 3) * 4
const MAX_ZONE_LENGTH = 64
const MAX_LOCAL_LENGTH = 16

const reject = <T>(isRejected: (value: T) => boolean, code: SubmissionsProblemCode) =>
  v.check<T, string>((value) => !isRejected(value), code)

function lineOf(max: number, code: SubmissionsProblemCode) {
  const isBad = (line: string) => !isReadable(line, { max, isOneLine: true })
  return v.pipe(v.string(), v.transform(tidyLine), reject(isBad, code))
}

const isReadableReason = (text: string) => isReadable(text, { max: MAX_REASON_LENGTH, isOneLine: false })
const isReadableText = (text: string) => isReadable(text, { max: MAX_AD_TEXT_LENGTH, isOneLine: false })

export const applicationSchema = v.object({
  name: lineOf(MAX_NAME_LENGTH, 'name_invalid'),
  x_account: v.pipe(
    v.nullish(v.string(), ''),
    v.transform(readHandle),
    reject((handle) => handle !== '' && !isHandle(handle), 'x_account_form'),
    v.transform((handle) => (handle === '' ? null : handle)),
  ),
  reason: v.pipe(
    v.string(),
    v.transform(tidyText),
    reject((text) => !isReadableReason(text), 'reason_invalid'),
  ),
  is_adult: v.pipe(
    v.boolean(),
    reject((isAdult) => !isAdult, 'not_adult'),
  ),
})
export type NewApplication = v.InferOutput<typeof applicationSchema>

const imageSchema = v.pipe(
  v.string(),
  reject((text) => text.length > MAX_IMAGE_TEXT, 'image_invalid'),
  v.transform((text) => {
    const bytes = Buffer.from(text, 'base64')
    return { bytes, type: recogniseImage(bytes) }
  }),
  reject(({ bytes, type }) => type === undefined || bytes.length > MAX_IMAGE_BYTES, 'image_invalid'),
)

const adRequestSchema = v.pipe(
  v.object({
    brand: lineOf(MAX_BRAND_LENGTH, 'brand_invalid'),
    contact: lineOf(MAX_CONTACT_LENGTH, 'contact_invalid'),
    minutes: v.pipe(
      v.number(),
      reject((count) => !Number.isInteger(count) || count < 1 || count > MAX_AD_MINUTES, 'minutes_invalid'),
    ),
    price_usd: v.number(),
    wished_local: v.pipe(v.string(), v.maxLength(MAX_LOCAL_LENGTH)),
    time_zone: v.pipe(v.string(), v.maxLength(MAX_ZONE_LENGTH)),
    text: v.pipe(
      v.nullish(v.string(), ''),
      v.transform(tidyText),
      reject((text) => text !== '' && !isReadableText(text), 'ad_text_invalid'),
      v.transform((text) => (text === '' ? null : text)),
    ),
    image: v.nullish(imageSchema, null),
  }),
  reject(({ text, image }) => text === null && image === null, 'content_missing'),
)

export type NewAdRequest = Omit<v.InferOutput<typeof adRequestSchema>, 'wished_local'> & { wishedAt: Date }

export function parseAdRequest(body: unknown, now: number): NewAdRequest {
  const { wished_local, ...given } = parseBody(adRequestSchema, body, SUBMISSIONS_PROBLEMS)
  const instant = toInstant(wished_local, given.time_zone)
  if (instant.status === 'skipped') throw submissionsProblem('time_skipped')
  const isInTime =
    instant.status === 'found' && instant.time > now && instant.time < now + MAX_DAYS_AHEAD * DAY_MS
  if (!isInTime) throw submissionsProblem('time_invalid')
  return { ...given, wishedAt: new Date(instant.time) }
}
