import { setTimeout as sleep } from 'node:timers/promises'
import { findFfmpeg, findOrInstall } from '../../scripts/support/find-program.ts'
import { type RunningSite, runSite } from '../../tests/support/site/running-site.ts'
import { kill, startCamera } from '../../tests/support/video/camera.ts'

export const PLAYLIST = '/live/1/index.m3u8'
const MAX_START_MS = 60_000

type Options = { camera?: string[]; variables?: Record<string, string> }
export type Stage = { site: RunningSite; close(): Promise<void> }

/** A site with a camera that is on air. */
export async function openStage({ camera: args = [], variables = {} }: Options = {}): Promise<Stage> {
  // The camera with a clock encodes what it draws.
  if (args.includes('--clock')) findOrInstall(findFfmpeg, 'ffmpeg')
  const site = await runSite(variables)
  const camera = startCamera(site, ...args)
  const stage = {
    site,
    async close() {
      await kill(camera, 'SIGTERM')
      await site.close()
    },
  }
  try {
    await waitForSegment(site.url)
    return stage
  } catch (error) {
    await stage.close()
    throw error
  }
}

/** Waits for a complete segment, because plain HLS cannot start with less. */
async function waitForSegment(url: string): Promise<void> {
  const deadline = performance.now() + MAX_START_MS
  while (performance.now() < deadline) {
    if ((await newestSegment(url)) !== undefined) return
    await sleep(200)
  }
  throw new Error('the camera did not go on air')
}

/** The number of the newest complete segment. */
export async function newestSegment(url: string): Promise<number | undefined> {
  const media = await mediaPlaylist(url)
  if (media === undefined) return undefined
  const response = await fetch(media)
  if (!response.ok) return undefined
  const number = /^(\d+)\.m4s$/.exec((await response.text()).split('\n').findLast(isSegment) ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

/** The address of the media playlist; undefined until there is one. */
export async function mediaPlaylist(url: string): Promise<string | undefined> {
  const response = await fetch(url + PLAYLIST)
  const name = response.ok
    ? (await response.text()).split('\n').find((line) => line.endsWith('media.m3u8'))
    : ''
  return name ? new URL(name, url + PLAYLIST).href : undefined
}

function isSegment(line: string): boolean {
  return line.endsWith('.m4s')
}
