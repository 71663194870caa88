const TIME_BITS = 32
const CHECK_BITS = 8

export const CODE_HEIGHT = 32
export const CODE_CELLS = TIME_BITS + CHECK_BITS

/** The moment in milliseconds, as far as 32 bits go, and a sum to know a misread one by: true is bright. */
export function drawCode(now: number): boolean[] {
  const time = now % 2 ** TIME_BITS
  return [...bits(time, TIME_BITS), ...bits(checkSum(time), CHECK_BITS)]
}

/** Undefined for a code that was misread. */
export function readCode(cells: boolean[]): number | undefined {
  const time = number(cells.slice(0, TIME_BITS))
  return checkSum(time) === number(cells.slice(TIME_BITS)) ? time : undefined
}

function checkSum(time: number): number {
  return [0, 8, 16, 24].reduce((sum, shift) => sum ^ (Math.floor(time / 2 ** shift) & 0xff), 0)
}

function bits(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, place) => Math.floor(value / 2 ** place) % 2 === 1)
}

function number(cells: boolean[]): number {
  return cells.reduce((sum, isBright, place) => sum + (isBright ? 2 ** place : 0), 0)
}
