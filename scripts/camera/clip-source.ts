import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseAudioTag, parseVideoTag } from '../../app/features/live/ingest/flv-tag.server.ts'
import { AUDIO, VIDEO } from '../../app/platform/rtmp/message-types.server.ts'
import { type FlvTag, readFlv } from './flv-reader.ts'

/** Repeats a clip, in real time unless `speed` says otherwise; timestamps go on from one round to the next. */
export async function* loopClip(path: string, signal: AbortSignal, speed = 1): AsyncGenerator<FlvTag> {
  const tags = readFlv(await readFile(path))
  const frames = tags.filter((tag) => kindOf(tag) === 'frame')
  const lengthMs = clipLength(frames)
  if (!(lengthMs > 0)) throw new Error(`${path} is no clip with H.264 video`)
  yield* tags.filter((tag) => kindOf(tag) === 'config')
  const startedAt = performance.now()
  for (let roundAt = 0; !signal.aborted; roundAt += lengthMs) {
    for (const frame of frames) {
      const due = roundAt + frame.timestamp
      const earlyMs = startedAt + due / speed - performance.now()
      if (earlyMs > 0) await sleep(earlyMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      yield { ...frame, timestamp: due % 2 ** 32 }
    }
  }
}

function kindOf({ type, payload }: FlvTag): string | undefined {
  if (type === VIDEO) return parseVideoTag(payload)?.kind
  return type === AUDIO ? parseAudioTag(payload)?.kind : undefined
}

/** Until the frame after the last one would start. */
function clipLength(frames: FlvTag[]): number {
  const times = frames.filter(({ type }) => type === VIDEO).map(({ timestamp }) => timestamp)
  const last = Math.max(...times)
  return Math.round((last - Math.min(...times)) * (times.length / Math.max(1, times.length - 1)))
}
