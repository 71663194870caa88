const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** In the reader's time zone. */
export function formatTime(time: string): string {
  return FORMAT.format(new Date(time))
}
