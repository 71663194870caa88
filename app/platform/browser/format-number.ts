import { type NumberStyle, styleOf, type Unit } from './number-style.ts'

const ONE: Unit = { size: 1, name: '' }
/** Brief numbers have groups from five digits on: 9999, 10.000. */
const BRIEF_GROUPED_FROM = 5

export function formatNumber(language: string, value: number): string {
  return formatDecimal(language, value, 0, 3)
}

/** With at least and at most so many decimals. */
export function formatDecimal(language: string, value: number, least: number, most: number): string {
  return write(styleOf(language), value, least, most)
}

/** A whole number as briefly as the language writes it. */
export function formatCompact(language: string, value: number): string {
  const style = styleOf(language)
  const { size, name } = unitFor(style.units, value)
  const scaled = value / size
  return write({ ...style, groupedFrom: BRIEF_GROUPED_FROM }, scaled, 0, scaled < 10 ? 1 : 0) + name
}

/** The unit that the rounded number has: 999,500 is 1M and not 1000k. */
function unitFor(units: Unit[], value: number): Unit {
  const step = (index: number) => (units[index - 1] ?? ONE).size
  return units.findLast(({ size, from = size }, index) => value >= from - step(index) / 2) ?? ONE
}

function write(style: NumberStyle, value: number, least: number, most: number): string {
  if (!Number.isFinite(value)) return String(value)
  const digits = String(roundTo(most, Math.abs(value))).padStart(most + 1, '0')
  const point = digits.length - most
  const decimals = digits.slice(point).replace(/0+$/, '').padEnd(least, '0')
  const whole = splitIntoGroups(digits.slice(0, point), style)
  return (value < 0 ? '-' : '') + whole + (decimals && style.decimal + decimals)
}

/** In units of the last decimal. Rounds the digits that one sees, as `Intl` does: 1.00005 becomes 1.0001. */
function roundTo(decimals: number, value: number): bigint {
  const [shown = '', exponent] = value.toExponential().split('e')
  const digits = shown.replace('.', '')
  const kept = Number(exponent) + 1 + decimals
  if (kept < 0) return 0n
  const isRoundedUp = digits.charAt(kept) >= '5'
  return BigInt(digits.slice(0, kept).padEnd(kept, '0')) + (isRoundedUp ? 1n : 0n)
}

function splitIntoGroups(digits: string, { group, groupedFrom }: NumberStyle): string {
  return digits.length < groupedFrom ? digits : digits.replace(/\B(?=(?:\d{3})+$)/g, group)
}
