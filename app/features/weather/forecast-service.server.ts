const TALLINN = {
  latitude: '59.4370',
  longitude: '24.7536',
  current_weather: 'true',
  timezone: 'Europe/Tallinn',
}
const TIMEOUT_MS = 5_000
/** A forecast has less than a kilobyte. */
const MAX_BYTES = 64 * 1024

/** The JSON that the forecast service answers, unchecked. */
export async function askForecast(baseUrl: string): Promise<unknown> {
  const url = new URL(baseUrl)
  for (const [name, value] of Object.entries(TALLINN)) url.searchParams.set(name, value)
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // The operator chose this service, not where it redirects to.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the forecast service answered ${response.status}`)
  return JSON.parse(await readText(response))
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new Error(`the forecast service sent more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
