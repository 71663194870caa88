import { toSol } from '../../features/donations/contract.ts'
import { formatSol } from '../../features/donations/format-sol.ts'
import { fill, formatNumber, type Plural, plural } from '../../platform/browser/messages.tsx'
import { words } from './words.ts'

const LANGUAGE = 'en'
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const TIME_WITH_SECONDS = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** The form of the words for the count, with further values in it. */
export function counted(forms: Plural, count: number, values: Record<string, string> = {}): string {
  return fill(plural(LANGUAGE, forms, count), values)
}

export function number(value: number): string {
  return formatNumber(LANGUAGE, value)
}

export function sol(lamports: string): string {
  return formatSol(LANGUAGE, toSol(BigInt(lamports)))
}

/** In the reader's time zone. */
export function timeOf(at: string | number): string {
  return TIME.format(new Date(at))
}

export function exactTimeOf(at: number): string {
  return TIME_WITH_SECONDS.format(at)
}

export function bitrate(bitsPerS: number): string {
  if (bitsPerS < 999_500) return `${Math.round(bitsPerS / 1_000)} kbit/s`
  return `${(bitsPerS / 1e6).toFixed(1)} Mbit/s`
}

export function delay(seconds: number): string {
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
}

export function bytes(value: number): string {
  return value < 1e9 ? `${Math.round(value / 1e6)} MB` : `${(value / 1e9).toFixed(value < 1e10 ? 1 : 0)} GB`
}

/** Roughly, in the largest unit of which there are two or more. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000))
  if (seconds < 120) return counted(words.seconds, seconds)
  if (seconds < 120 * 60) return counted(words.minutes, Math.floor(seconds / 60))
  if (seconds < 48 * 3_600) return counted(words.hours, Math.floor(seconds / 3_600))
  return counted(words.days, Math.floor(seconds / 86_400))
}
