import { type Browser, chromium, type Page } from '@playwright/test'
import { CODE_CELLS, CODE_HEIGHT, readCode } from '../../scripts/camera/picture-code.ts'
import { findChromium, findOrInstall } from '../../scripts/support/find-program.ts'

/** What a viewer of the clock saw since he was last asked. */
export type Sight = {
  /** From the moment the page was asked for. */
  firstFrameMs: number | undefined
  delaysMs: number[]
  /** Frames whose code could not be read. */
  misread: number
  /** All since the page was opened. */
  stalls: number
}

type Frame = { shownAt: number; cells: boolean[] }
type Notes = { firstFrameMs: number | undefined; frames: Frame[]; stalls: number }

const TIME_WRAPS_MS = 2 ** 32
const CODE = { cells: CODE_CELLS, row: CODE_HEIGHT / 2 }
const SIZE = { width: 1280, height: 900 }

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findOrInstall(findChromium, 'chromium'),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-background-networking'],
  })
}

/** A page that notes each frame of the first video in it. */
export async function openWatchingPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZE })
  await page.addInitScript(noteFrames, CODE)
  return page
}

export async function takeSight(page: Page): Promise<Sight> {
  const { frames, ...rest } = await page.evaluate(() => {
    const { notes } = window as unknown as { notes: Notes }
    return { ...notes, frames: notes.frames.splice(0) }
  })
  const delaysMs = frames.map(delayOf).filter((delay) => delay !== undefined)
  return { ...rest, delaysMs, misread: frames.length - delaysMs.length }
}

function delayOf({ shownAt, cells }: Frame): number | undefined {
  const drawnAt = readCode(cells)
  return drawnAt === undefined ? undefined : (shownAt - drawnAt) % TIME_WRAPS_MS
}

/** Runs in the page before any script of its own, and knows nothing but what it is given. */
function noteFrames(code: typeof CODE): void {
  const notes: Notes = { firstFrameMs: undefined, frames: [], stalls: 0 }
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  const followed = new WeakSet<HTMLVideoElement>()
  Object.assign(window, { notes })

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
      notes.firstFrameMs ??= performance.now()
      notes.frames.push({ shownAt, cells: readCells(video) })
      follow(video)
    })
  }

  // These events do not rise to the document, but on their way down they pass it.
  document.addEventListener('loadstart', notice, true)
  document.addEventListener('waiting', () => (notes.stalls += notes.firstFrameMs === undefined ? 0 : 1), true)
  function notice({ target }: Event): void {
    if (!(target instanceof HTMLVideoElement) || followed.has(target)) return
    followed.add(target)
    follow(target)
  }
}
