import { mkdir, readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { renderAudio, SAMPLE_RATE } from './clip/audio.ts'
import { FPS, FRAMES, HEIGHT, SECONDS, WIDTH } from './clip/loop.ts'
import { drawFrame, drawTiles } from './clip/scene.ts'
import { REPEATABLE, requireFfmpeg, runFfmpeg } from './support/ffmpeg.ts'
import { findChromium, findOrInstall } from './support/find-program.ts'
import { runScript } from './support/run-script.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const FOLDER = fileURLToPath(new URL('../media/', import.meta.url))
const CLIP = `${FOLDER}camera.flv`
const FONT = new URL(import.meta.resolve('@fontsource-variable/tektur/files/tektur-latin-wght-normal.woff2'))
const MAX_BYTES = 480_000
const GOP_FRAMES = 2 * FPS
const AAC_FRAMES = (SECONDS * SAMPLE_RATE) / 1024
const PRIMING_FRAMES = 1

/** Draws, composes and encodes the clip that "npm run camera" sends in a loop. */
async function makeClip(): Promise<void> {
  requireFfmpeg()
  const folder = await temporaryFolder()
  try {
    const audio = `${folder.path}/audio.mp4`
    await encodeAudio(audio)
    await mkdir(FOLDER, { recursive: true })
    await encodeClip(audio)
  } finally {
    await folder.remove()
  }
  const { size } = await stat(CLIP)
  console.log(`media/camera.flv: ${size} bytes`)
  if (size > MAX_BYTES) throw new Error(`media/camera.flv is larger than ${MAX_BYTES} bytes`)
}

/** Encodes three loops and keeps the middle one, so that its end leads into its start. */
function encodeAudio(path: string): Promise<void> {
  const loop = renderAudio()
  const first = AAC_FRAMES + PRIMING_FRAMES
  const middle = `noise=drop='lt(n,${first})+gte(n,${first + AAC_FRAMES})',setts=ts=N*1024`
  return runFfmpeg(
    [
      ...['-f', 's16le', '-ar', `${SAMPLE_RATE}`, '-ac', '2', '-i', '-'],
      ...['-c:a', 'aac', '-b:a', '56k', '-aac_coder', 'fast', '-aac_is', '0'],
      ...['-bsf:a', middle, ...REPEATABLE, path],
    ],
    Readable.from([loop, loop, loop]),
  )
}

function encodeClip(audio: string): Promise<void> {
  return runFfmpeg(
    [
      ...['-f', 'image2pipe', '-c:v', 'png', '-framerate', `${FPS}`, '-i', '-', '-i', audio],
      ...['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', '28'],
      ...['-profile:v', 'high', '-level', '3.1', '-refs', '4', '-bf', '0'],
      ...['-g', `${GOP_FRAMES}`, '-keyint_min', `${GOP_FRAMES}`, '-sc_threshold', '0', '-flags', '+cgop'],
      ...['-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p'],
      ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
      ...['-c:a', 'copy', ...REPEATABLE, '-flvflags', 'no_sequence_end', CLIP],
    ],
    Readable.from(drawFrames()),
  )
}

async function* drawFrames(): AsyncGenerator<Buffer> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: findOrInstall(findChromium, 'chromium'), args })
  try {
    const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
    await page.setContent(await emptyStage())
    await page.evaluate(() => document.fonts.load('700 20px Tektur'))
    const stage = page.locator('#stage')
    for (let frame = 0; frame < FRAMES; frame++) {
      await stage.evaluate((element, drawing) => {
        element.innerHTML = drawing
      }, drawFrame(frame))
      yield await page.screenshot()
    }
  } finally {
    await browser.close()
  }
}

async function emptyStage(): Promise<string> {
  const font = await readFile(FONT, 'base64')
  return `<style>
      @font-face { font-family: Tektur; font-weight: 400 900; src: url(data:font/woff2;base64,${font}) }
      body { margin: 0 }
      svg { display: block; font: 700 20px Tektur }
    </style>
    <svg width="${WIDTH}" height="${HEIGHT}"><defs>${drawTiles()}</defs><g id="stage"></g></svg>`
}

await runScript('npm run make-clip; draws media/camera.flv', makeClip)
