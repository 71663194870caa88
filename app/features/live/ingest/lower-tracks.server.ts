import { type AvcConfig, readAvcConfig } from '../../../platform/fmp4/avc-config.server.ts'
import { repairFrame } from '../../../platform/fmp4/repair-frame.server.ts'
import type { EpochListeners } from '../packaging/stream-epoch.server.ts'
import type { EpochWriter } from './epoch-writer.server.ts'
import type { VideoTag } from './flv-tag.server.ts'
import { explainUnplayable } from './unplayable-profile.server.ts'

/** Beside the first. */
const MAX_LOWER_TRACKS = 3

/** The qualities that a publisher sends beside the first. One that viewers could not play is left out; the others go on. */
export function createLowerTracks(writer: EpochWriter, onDrop: EpochListeners['onDrop']) {
  const tracks = new Map<number, AvcConfig>()
  const leftOut = new Set<number>()

  function leaveOut(track: number, reason: string): void {
    leftOut.add(track)
    end(track)
    onDrop(track, reason)
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
    if (tracks.get(track)?.avcC.equals(config.avcC)) return
    if (!tracks.has(track) && tracks.size >= MAX_LOWER_TRACKS) {
      leaveOut(track, 'There are four qualities already.')
      return
    }
    // Viewers get it from the next key frame on, in a new epoch.
    writer.close()
    writer.forgetLower(track)
    tracks.set(track, config)
  }

  return {
    tracks: (): ReadonlyMap<number, AvcConfig> => new Map(tracks),
    receive(track: number, tag: VideoTag, timestamp: number): void {
      if (leftOut.has(track)) return
      if (tag.kind === 'unsupported') leaveOut(track, `It is ${tag.codec}, and viewers get H.264.`)
      if (tag.kind === 'config') receiveConfig(track, tag.avcC)
      const config = tracks.get(track)
      if (config === undefined) return
      if (tag.kind === 'end') end(track)
      if (tag.kind === 'frame')
        writer.addLowerVideo(track, { ...tag, data: repairFrame(tag.data, config) }, timestamp)
    },
  }
}
