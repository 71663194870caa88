// Same on any database: once is enough.
import { expectPlaying } from '../support/browser/watching.ts'
import { runSite } from '../support/site/running-site.ts'
import { expect, test } from '../support/site/site-test.ts'
import { startServer } from '../support/start-server.ts'
import { kill, SMALL_CLIP, startCamera } from '../support/video/camera.ts'

test('a partner shows the stream in a frame, without cookies; nobody else can', async ({ page, context }) => {
  let site = ''
  const html = () => `<iframe src="${site}/embed/npc1" width="640" height="360" allow="autoplay"></iframe>`
  const partner = await startServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(html())
  })
  // localhost is another site than 127.0.0.1, and another origin than the partner's.
  const running = await runSite({ EMBED_ORIGINS: partner.url })
  site = running.url.replace('127.0.0.1', 'localhost')
  const camera = startCamera(running, ...SMALL_CLIP)
  await page.goto(partner.url)
  const frame = page.frames()[1]
  if (frame === undefined) throw new Error('there is no frame')
  await expect(frame.getByTestId('stream-state')).toHaveAttribute('data-state', 'live')
  await expectPlaying(frame)
  const link = frame.getByRole('link', { name: 'Watch on NPC Stream' })
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
  await expect(opened).toHaveURL(`${site}/npc1`)
  await opened.close()
  const alone = await context.newPage()
  await alone.goto(`${site}/embed/npc1?lang=de`)
  await expect(alone.locator('html')).toHaveAttribute('lang', 'de')
  await alone.close()
  expect(await context.cookies(site)).toEqual([])

  await page.goto(partner.url.replace('127.0.0.1', 'localhost'))
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  await kill(camera)
  await running.close()
  partner.close()
})
