/** As a field of the type datetime-local has it, in the reader's time zone. */
export function toLocalTime(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
