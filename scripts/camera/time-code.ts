const TIME_BITS = 32
const CHECK_BITS = 8

export const CODE_HEIGHT = 32
export const CODE_CELLS = TIME_BITS + CHECK_BITS

/** The lower 32 bits of the time in milliseconds, and a checksum; true is bright. */
export function drawTimeCode(now: number): boolean[] {
  const time = now % 2 ** TIME_BITS
  return [...bits(time, TIME_BITS), ...bits(checksum(time), CHECK_BITS)]
}

/** Undefined for a code that was misread. */
export function readTimeCode(cells: boolean[]): number | undefined {
  const time = number(cells.slice(0, TIME_BITS))
  return checksum(time) === number(cells.slice(TIME_BITS)) ? time : undefined
}

function checksum(time: number): number {
  return [0, 8, 16, 24].reduce((sum, shift) => sum ^ (Math.floor(time / 2 ** shift) & 0xff), 0)
}

function bits(value: number, count: number): boolean[] {
  return Array.from({ length: count }, (_, place) => Math.floor(value / 2 ** place) % 2 === 1)
}

function number(cells: boolean[]): number {
  return cells.reduce((sum, isBright, place) => sum + (isBright ? 2 ** place : 0), 0)
}
