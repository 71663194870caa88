import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'
import { createFlvReader, type FlvTag } from './flv-reader.ts'
import { CODE_HEIGHT, drawTimeCode } from './time-code.ts'

const WIDTH = 1280
const HEIGHT = 720
const FRAMES_PER_S = 30
const KEY_FRAME_EVERY_S = 2
const DARK = 16
const BRIGHT = 235
const GREY = 128
const POLL_MS = 4

/** Video whose frames show the time they were drawn, as a code along the upper edge. Needs ffmpeg to encode it. */
export async function* clockVideo(signal: AbortSignal): AsyncGenerator<FlvTag> {
  const encoder = spawn('ffmpeg', ffmpegArguments(), { stdio: ['pipe', 'pipe', 'pipe'] })
  const tags: FlvTag[] = []
  const reader = createFlvReader((tag) => tags.push(tag))
  const stop = drawFrames(encoder)
  signal.addEventListener('abort', () => encoder.kill())
  try {
    for await (const bytes of encoder.stdout) {
      reader.read(bytes)
      yield* tags.splice(0)
    }
  } finally {
    stop()
    encoder.kill()
  }
}

function drawFrames(encoder: ChildProcessWithoutNullStreams): () => void {
  const startedAt = Date.now()
  let drawn = 0
  encoder.stdin.on('error', () => {})
  encoder.on('error', () => {
    console.error(new CannotStart('--clock needs ffmpeg; without it the clip can be sent').message)
  })
  const drawing = setInterval(() => {
    const due = Math.floor(((Date.now() - startedAt) * FRAMES_PER_S) / 1_000)
    // Late frames are caught up: without them the stream's time would fall behind.
    while (drawn <= due && !encoder.stdin.writableNeedDrain) {
      encoder.stdin.write(drawFrame(Date.now(), drawn))
      drawn += 1
    }
  }, POLL_MS)
  return () => clearInterval(drawing)
}

/** Grey, a wandering bright square, and the code: the luma plane, then two chroma planes without colour. */
function drawFrame(now: number, place: number): Buffer {
  const frame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, GREY)
  const left = (place * 7) % (WIDTH - 80)
  const top = Math.round(HEIGHT / 2 + 120 * Math.sin(place / 15))
  for (let row = top; row < top + 80; row += 1)
    frame.fill(BRIGHT, row * WIDTH + left, row * WIDTH + left + 80)
  const cells = drawTimeCode(now)
  const cellWidth = Math.floor(WIDTH / cells.length)
  for (let row = 0; row < CODE_HEIGHT; row += 1)
    cells.forEach((isBright, cell) => {
      const start = row * WIDTH + cell * cellWidth
      frame.fill(isBright ? BRIGHT : DARK, start, start + cellWidth)
    })
  return frame
}

function ffmpegArguments(): string[] {
  const videoInput = `-f rawvideo -pix_fmt yuv420p -s ${WIDTH}x${HEIGHT} -framerate ${FRAMES_PER_S} -i pipe:0`
  const audioInput = '-f lavfi -i sine=frequency=440:sample_rate=48000'
  const keyFrames = KEY_FRAME_EVERY_S * FRAMES_PER_S
  const video = `-c:v libx264 -preset ultrafast -tune zerolatency -g ${keyFrames} -keyint_min ${keyFrames} -sc_threshold 0 -b:v 1500k`
  const audio = '-c:a aac -b:a 96k -ac 2'
  return `-hide_banner -loglevel error ${videoInput} ${audioInput} ${video} ${audio} -flush_packets 1 -f flv pipe:1`.split(
    ' ',
  )
}
