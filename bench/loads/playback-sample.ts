import { type Browser, chromium, type Page } from '@playwright/test'
import { CODE_CELLS, CODE_HEIGHT, readTimeCode } from '../../scripts/camera/time-code.ts'
import { findChromium, findOrInstall } from '../../scripts/support/find-program.ts'

/** What a viewer of the clock has seen since the last sample. */
export type PlaybackSample = {
  /** Since the page was requested. */
  firstFrameMs: number | undefined
  delaysMs: number[]
  /** Frames whose code could not be read. */
  misread: number
  /** Since the page was opened, as all that follow. */
  stalls: number
  rateChanges: number
  jumps: number
}

type Frame = { shownAt: number; cells: boolean[] }
type Recording = Pick<PlaybackSample, 'firstFrameMs' | 'stalls' | 'rateChanges' | 'jumps'> & {
  frames: Frame[]
}

const TIME_WRAPS_MS = 2 ** 32
const CODE = { cells: CODE_CELLS, row: CODE_HEIGHT / 2 }
const SIZE = { width: 1280, height: 900 }

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findOrInstall(findChromium, 'chromium'),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking'],
  })
}

/** A page that records each frame of its first video. */
export async function openWatchingPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZE })
  await page.addInitScript(recordFrames, CODE)
  return page
}

export async function takeSample(page: Page): Promise<PlaybackSample> {
  const { frames, ...rest } = await page.evaluate(() => {
    const { recording } = window as unknown as { recording: Recording }
    return { ...recording, frames: recording.frames.splice(0) }
  })
  const delaysMs = frames.map(delayOf).filter((delay) => delay !== undefined)
  return { ...rest, delaysMs, misread: frames.length - delaysMs.length }
}

function delayOf({ shownAt, cells }: Frame): number | undefined {
  const drawnAt = readTimeCode(cells)
  return drawnAt === undefined ? undefined : (shownAt - drawnAt) % TIME_WRAPS_MS
}

/** Runs in the page before its scripts, without access to this module. */
function recordFrames(code: typeof CODE): void {
  const recording: Recording = { firstFrameMs: undefined, frames: [], stalls: 0, rateChanges: 0, jumps: 0 }
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  const followed = new WeakSet<HTMLVideoElement>()
  Object.assign(window, { recording })

  function readCells(video: HTMLVideoElement): boolean[] {
    canvas.width = video.videoWidth
    canvas.height = 1
    drawing?.drawImage(video, 0, -code.row)
    const row = drawing?.getImageData(0, 0, canvas.width, 1).data
    const middle = (cell: number) => Math.floor(((cell + 0.5) * canvas.width) / code.cells)
    return Array.from({ length: code.cells }, (_, cell) => (row?.[4 * middle(cell)] ?? 0) > 125)
  }

  function follow(video: HTMLVideoElement): void {
    video.requestVideoFrameCallback(() => {
      const shownAt = Date.now()
      recording.firstFrameMs ??= performance.now()
      recording.frames.push({ shownAt, cells: readCells(video) })
      follow(video)
    })
  }

  // These events do not bubble, but the document sees them in the capture phase.
  document.addEventListener('loadstart', followVideo, true)
  countAfterTheFirstFrame('waiting', ({ seeking }) => (recording.stalls += seeking ? 0 : 1))
  countAfterTheFirstFrame('ratechange', () => (recording.rateChanges += 1))
  countAfterTheFirstFrame('seeking', () => (recording.jumps += 1))
  function countAfterTheFirstFrame(event: string, count: (video: HTMLVideoElement) => void): void {
    document.addEventListener(
      event,
      ({ target }) => recording.firstFrameMs !== undefined && count(target as HTMLVideoElement),
      true,
    )
  }
  function followVideo({ target }: Event): void {
    if (!(target instanceof HTMLVideoElement) || followed.has(target)) return
    followed.add(target)
    follow(target)
  }
}
