import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SECONDS = 60
const FRAMES_PER_S = 15
const KEY_FRAME_EVERY_S = 2

/** A clip as OBS encodes it at 15 frames per second, with B-frames. Needs ffmpeg. */
export function makeObsClip(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'npc-obs-')), 'obs.flv')
  const keyFrames = KEY_FRAME_EVERY_S * FRAMES_PER_S
  const video = `-c:v libx264 -preset veryfast -g ${keyFrames} -keyint_min ${keyFrames} -sc_threshold 0 -b:v 1000k -pix_fmt yuv420p`
  const inputs = `-f lavfi -i testsrc2=size=640x360:rate=${FRAMES_PER_S} -f lavfi -i sine=frequency=440:sample_rate=48000`
  const { status } = spawnSync(
    'ffmpeg',
    `-hide_banner -loglevel error ${inputs} -t ${SECONDS} ${video} -c:a aac -b:a 128k -ac 2 ${path}`.split(
      ' ',
    ),
    { stdio: 'inherit' },
  )
  if (status !== 0) throw new Error('ffmpeg could not make the clip')
  return path
}
