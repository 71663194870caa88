import { type AvcConfig, readAvcConfig } from '../../../platform/fmp4/avc-config.server.ts'
import { repairFrame } from '../../../platform/fmp4/repair-frame.server.ts'
import type { EpochWriter } from './epoch-writer.server.ts'
import type { VideoTag } from './flv-tag.server.ts'
import type { QualityListeners } from './hls-stream.server.ts'
import { createKeyFrameRecord } from './key-frame-record.server.ts'
import { explainUnplayable } from './unplayable-profile.server.ts'

type LowerTrack = { config: AvcConfig; keyFrames: ReturnType<typeof createKeyFrameRecord> }

/** Beside the first. */
const MAX_LOWER_TRACKS = 3

/** The qualities that a publisher sends beside the first. One that viewers could not play is left out; the others go on. */
export function createLowerTracks(
  writer: EpochWriter,
  { onLeaveOut, onReturn }: Pick<QualityListeners, 'onLeaveOut' | 'onReturn'>,
) {
  const tracks = new Map<number, LowerTrack>()
  const leftOut = new Set<number>()

  function leaveOut(track: number, reason: string): void {
    leftOut.add(track)
    end(track)
    onLeaveOut(track, reason)
  }

  function end(track: number): void {
    tracks.delete(track)
    writer.endLower(track)
  }

  function receiveConfig(track: number, avcC: Buffer): void {
    const config = readAvcConfig(avcC)
    const problem = config ? explainUnplayable(config.sps) : 'The settings of the H.264 video cannot be read.'
    if (config === undefined || problem) {
      leaveOut(track, problem ?? '')
      return
    }
    const known = tracks.get(track)
    if (known?.config.avcC.equals(config.avcC)) return
    if (known === undefined && tracks.size >= MAX_LOWER_TRACKS) {
      leaveOut(track, 'There are four qualities already.')
      return
    }
    // Viewers get it from the next key frame on, in a new epoch.
    writer.close()
    writer.forgetLower(track)
    tracks.set(track, { config, keyFrames: known?.keyFrames ?? createKeyFrameRecord() })
  }

  return {
    configs: (): ReadonlyMap<number, AvcConfig> =>
      new Map([...tracks].map(([track, { config }]) => [track, config])),
    receive(track: number, tag: VideoTag, timestamp: number): void {
      if (leftOut.has(track)) return
      if (tag.kind === 'unsupported') leaveOut(track, `It is ${tag.codec}, and viewers get H.264.`)
      if (tag.kind === 'config') receiveConfig(track, tag.avcC)
      const known = tracks.get(track)
      if (known === undefined) return
      if (tag.kind === 'end') end(track)
      if (tag.kind !== 'frame') return
      if (tag.isKey) known.keyFrames.add(timestamp)
      writer.addLowerVideo(track, { ...tag, data: repairFrame(tag.data, known.config) }, timestamp)
    },
    /** Of the first quality. One that was dropped may return with it, in a new epoch. */
    receiveKeyFrame(timestamp: number): void {
      for (const [track, { keyFrames }] of tracks) keyFrames.addFirst(timestamp, writer.isLowerDropped(track))
      for (const [track, { keyFrames }] of tracks) {
        if (!keyFrames.mayReturn()) continue
        writer.close()
        keyFrames.returned()
        onReturn(track)
      }
    },
  }
}
