const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Such as 2026-11-19, in the time zone of this machine. */
export function localDay(time: Date): string {
  return [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-')
}
