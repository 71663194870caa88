import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningSite, runSite } from '../../tests/support/site/running-site.ts'
import { kill, startCamera } from '../../tests/support/video/camera.ts'

export const PLAYLIST = '/live/1/index.m3u8'
const SHOWN_WITHIN_MS = 60_000

export type Stage = { site: RunningSite; close(): Promise<void> }

/** A site of its own with a camera before it that is on air. */
export async function openStage(...cameraArgs: string[]): Promise<Stage> {
  const site = await runSite()
  const camera = startCamera(site, ...cameraArgs)
  const stage = {
    site,
    async close() {
      await kill(camera, 'SIGTERM')
      await site.close()
    },
  }
  try {
    await untilShown(site.url)
    return stage
  } catch (error) {
    await stage.close()
    throw error
  }
}

/** For a whole segment, too, as plain HLS cannot start with less. */
async function untilShown(url: string): Promise<void> {
  const until = performance.now() + SHOWN_WITHIN_MS
  while (performance.now() < until) {
    if ((await newestSegment(url)) !== undefined) return
    await sleep(200)
  }
  throw new Error('the camera does not come on air')
}

/** The number of the newest segment that is whole. */
export async function newestSegment(url: string): Promise<number | undefined> {
  const media = await mediaPlaylist(url)
  if (media === undefined) return undefined
  const answer = await fetch(media)
  if (!answer.ok) return undefined
  const number = /^(\d+)\.m4s$/.exec((await answer.text()).split('\n').findLast(isSegment) ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

/** Where the list of pieces is; undefined while there is none. */
export async function mediaPlaylist(url: string): Promise<string | undefined> {
  const answer = await fetch(url + PLAYLIST)
  const name = answer.ok ? (await answer.text()).split('\n').find((line) => line.endsWith('media.m3u8')) : ''
  return name ? new URL(name, url + PLAYLIST).href : undefined
}

function isSegment(line: string): boolean {
  return line.endsWith('.m4s')
}
