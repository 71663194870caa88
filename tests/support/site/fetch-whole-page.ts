import { until } from '../until.ts'

/** Where the database is slow, a first page comes without its data and says that it must not be kept. */
export function fetchWholePage(url: string): Promise<Response> {
  return until(async () => {
    const page = await fetch(url)
    return page.headers.get('cache-control') !== 'no-cache' && page
  })
}
