const TALLINN = {
  latitude: '59.4370',
  longitude: '24.7536',
  current_weather: 'true',
  timezone: 'Europe/Tallinn',
}
const TIMEOUT_MS = 5_000

/** The only outside call of the weather: whatever JSON the forecast service answers. */
export async function askForecast(baseUrl: string): Promise<unknown> {
  const url = new URL(baseUrl)
  for (const [name, value] of Object.entries(TALLINN)) url.searchParams.set(name, value)
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the forecast service answered ${response.status}`)
  return response.json()
}
