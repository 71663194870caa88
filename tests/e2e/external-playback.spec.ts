// Same on any database: once is enough.
import type { Page } from '@playwright/test'
import { sign } from '../../app/features/live/hooks/hook-signature.server.ts'
import { freePort } from '../../app/platform/network/free-port.server.ts'
import { expectPlaying } from '../support/browser/watching.ts'
import { runSite } from '../support/site/running-site.ts'
import { expect, test } from '../support/site/site-test.ts'
import { kill, SMALL_CLIP, startCamera } from '../support/video/camera.ts'

const SECRET = 'for tests only'

/** Reports a stream as a media server would, signed as in docs/media-servers.md. */
async function reportStream(site: string, state: 'live' | 'ended'): Promise<number> {
  const body = JSON.stringify({ npc_id: '1', session: 'elsewhere', state })
  const t = Math.floor(Date.now() / 1_000)
  const { status } = await fetch(`${site}/api/hooks/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-npc-signature': `t=${t},v1=${sign(SECRET, t, body)}` },
    body,
  })
  return status
}

test('a stream that an external server delivers as HLS plays', async ({ page, consoleLines }) => {
  const port = await freePort()
  const address = `http://localhost:${port}`
  const media = await runSite({ PUBLIC_URL: address })
  const site = await runSite({
    PORT: String(port),
    PLAYBACK_URLS: `1=hls:${media.url}/live/1/index.m3u8`,
    STREAM_HOOK_SECRET: SECRET,
  })
  const camera = startCamera(media, ...SMALL_CLIP)
  await page.goto(`${address}/npc1`)
  await expect(page.getByTestId('stream-state')).toHaveAttribute('data-state', 'offline')
  await expect.poll(async () => (await fetch(`${media.url}/live/1/index.m3u8`)).status).toBe(200)
  expect(await reportStream(address, 'live')).toBe(200)
  await expectPlaying(page)
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByTestId('stream-details')).toContainText(/Behind live\s*\d\.\ds/)
  expect(consoleLines.filter((line) => line.includes('Content Security'))).toEqual([])
  expect(await reportStream(address, 'ended')).toBe(200)
  await expect(page.getByTestId('stream-state')).toHaveAttribute('data-state', 'reconnecting')
  await kill(camera)
  await site.close()
  await media.close()
})

/** A page that answers like a WebRTC media server, with moving video. */
async function openWebRtcServer(page: Page): Promise<(offer: string) => Promise<string>> {
  await page.goto('about:blank')
  return (offer) =>
    page.evaluate(async (sdp) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 })
      const pen = canvas.getContext('2d')
      setInterval(() => {
        if (pen) pen.fillStyle = `hsl(${performance.now() % 360} 90% 50%)`
        pen?.fillRect(0, 0, 320, 180)
      }, 40)
      const connection = new RTCPeerConnection()
      await connection.setRemoteDescription({ type: 'offer', sdp })
      for (const track of canvas.captureStream(25).getTracks()) connection.addTrack(track)
      await connection.setLocalDescription()
      while (connection.iceGatheringState !== 'complete')
        await new Promise((resolve) =>
          connection.addEventListener('icegatheringstatechange', resolve, { once: true }),
        )
      return connection.localDescription?.sdp ?? ''
    }, offer)
}

test('a stream that an external server delivers as WebRTC plays', async ({ page, context }) => {
  const port = await freePort()
  const whep = `http://localhost:${port}/whep`
  const site = await runSite({ PLAYBACK_URLS: `1=whep:${whep}`, STREAM_HOOK_SECRET: SECRET })
  const answer = await openWebRtcServer(await context.newPage())
  await page.route(whep, async (route) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (route.request().method() !== 'POST') return route.fulfill({ status: 204, headers })
    const sdp = await answer(route.request().postData() ?? '')
    return route.fulfill({ status: 201, headers, contentType: 'application/sdp', body: sdp })
  })
  expect(await reportStream(site.url, 'live')).toBe(200)
  await page.goto(`${site.url}/npc1`)
  await page.bringToFront()
  await expectPlaying(page)
  await site.close()
})
