import {
  type AdRequestBody,
  adPriceUsd,
  MAX_AD_MINUTES,
  MAX_IMAGE_BYTES,
} from '../../submissions/contract.ts'
import type { OrderMessages } from './messages.ts'

export const EMPTY_DRAFT = { brand: '', contact: '', minutes: '1', when: '', text: '' }
export type OrderDraft = typeof EMPTY_DRAFT

export type OrderFaults = Partial<Record<keyof OrderDraft | 'image', string>>

/** Undefined if it is no number of minutes that can be booked. */
export function readMinutes(typed: string): number | undefined {
  const minutes = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : 0
  return minutes >= 1 && minutes <= MAX_AD_MINUTES ? minutes : undefined
}

/** What the advertiser has to change first. */
export function findFaults(
  draft: OrderDraft,
  image: { size: number } | undefined,
  words: OrderMessages,
): OrderFaults {
  const { brand, contact, minutes, when, text } = draft
  const isEmpty = text.trim() === '' && image === undefined
  const faults: OrderFaults = {
    ...(brand.trim() === '' && { brand: words.brandMissing }),
    ...(contact.trim() === '' && { contact: words.contactMissing }),
    ...(readMinutes(minutes) === undefined && {
      minutes: words.minutesWrong.replace('{most}', String(MAX_AD_MINUTES)),
    }),
    ...(when === '' && { when: words.whenMissing }),
    ...(isEmpty && { text: words.contentMissing }),
    ...((image?.size ?? 0) > MAX_IMAGE_BYTES && { image: words.imageTooLarge }),
  }
  return faults
}

type Given = { draft: OrderDraft; image: Blob | undefined; timeZone: string; pricePerMinute: number }

export async function toBody({ draft, image, timeZone, pricePerMinute }: Given): Promise<AdRequestBody> {
  const { brand, contact, when, text } = draft
  const minutes = readMinutes(draft.minutes) ?? 0
  return {
    brand,
    contact,
    minutes,
    price_usd: adPriceUsd(minutes, pricePerMinute),
    wished_local: when,
    time_zone: timeZone,
    text,
    image: image === undefined ? null : await encode(image),
  }
}

const CHUNK = 0x8000

async function encode(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}
