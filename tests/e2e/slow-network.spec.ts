// Same on any database: once is enough.
import { setTimeout as sleep } from 'node:timers/promises'
import { layoutShifts, recordLayoutShifts } from '../support/browser/layout-shifts.ts'
import { expect, test } from '../support/site/site-test.ts'
import { startServer } from '../support/start-server.ts'

const PIECE_BYTES = 200

for (const path of ['/', '/onboarding', '/npc1', '/no-such-page'])
  test(`${path} on a slow line, arriving piece by piece, shifts nothing @appearance`, async ({
    page,
    site,
  }) => {
    const slowLine = await trickle(site.url)
    try {
      await recordLayoutShifts(page)
      await page.setViewportSize({ width: 390, height: 900 })
      await page.goto(slowLine.url + path)
      expect(await layoutShifts(page)).toEqual([])
    } finally {
      slowLine.close()
    }
  })

/** The site's pages at another address, in small pieces with a frame's time between them. */
function trickle(origin: string) {
  return startServer(async (request, response) => {
    if (request.url?.startsWith('/api/')) return response.writeHead(204).end()
    const answer = await fetch(origin + request.url)
    const body = Buffer.from(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type })
    const pieceBytes = type.startsWith('text/html') ? PIECE_BYTES : body.length
    for (let at = 0; at < body.length; at += pieceBytes) {
      response.write(body.subarray(at, at + pieceBytes))
      await sleep(20)
    }
    response.end()
  })
}
