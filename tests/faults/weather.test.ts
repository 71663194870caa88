// Same on any database: once is enough.
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { runSite } from '../support/site/running-site.ts'
import { startServer } from '../support/start-server.ts'

type Fault = { name: string; answer(response: ServerResponse): void; source: 'guess' | 'forecast' }

const json = (body: unknown) => (response: ServerResponse) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(body))
}

const FAULTS: Fault[] = [
  { name: 'down', answer: (response) => response.destroy(), source: 'guess' },
  { name: 'slow', answer: () => {}, source: 'guess' },
  { name: 'answering HTML', answer: (response) => response.end('<h1>Hello</h1>'), source: 'guess' },
  { name: 'failing', answer: (response) => response.writeHead(500).end(), source: 'guess' },
  {
    name: 'sending a temperature as text',
    answer: json({ current_weather: { temperature: '7', weathercode: 0 } }),
    source: 'guess',
  },
  {
    name: 'sending an unknown code',
    answer: json({ current_weather: { temperature: 7, weathercode: 45 } }),
    source: 'forecast',
  },
]

/** A forecast service with a given behaviour; `asked` counts the requests. */
async function startService({ answer }: Fault) {
  let asked = 0
  const { url, close } = await startServer((_request, response) => {
    asked += 1
    answer(response)
  })
  return { url: `${url}/forecast`, asked: () => asked, close }
}

test.each(FAULTS)(
  'a forecast service $name: the page does not wait, and the failure is logged once',
  async (fault) => {
    const service = await startService(fault)
    const site = await runSite({ WEATHER_URL: service.url })
    try {
      const page = await fetch(`${site.url}/npc1`)
      expect(page.status).toBe(200)
      const answers = await Promise.all(
        Array.from({ length: 20 }, async () => (await fetch(`${site.url}/api/weather`)).json()),
      )
      for (const weather of answers) expect(weather).toMatchObject({ source: fault.source })
      if (fault.source === 'forecast')
        expect(answers[0]).toMatchObject({ condition: 'cloudy', temperature: 7 })
      expect(service.asked()).toBe(1)
      const warnings = () => {
        const { out, err } = site.output()
        return `${out}${err}`.split('\n').filter((line) => line.includes('forecast service')).length
      }
      const expected = fault.source === 'guess' ? 1 : 0
      await expect.poll(warnings, { timeout: 20_000 }).toBe(expected)
      await fetch(`${site.url}/api/weather`)
      await site.stop()
      expect(warnings()).toBe(expected)
    } finally {
      await site.close()
      service.close()
    }
  },
)
