import type { VideoTrack } from '../../../platform/fmp4/init-segment.server.ts'
import { PLAYLIST_NAME } from './media-playlist.server.ts'
import type { MediaWindow } from './media-window.server.ts'
import type { StreamEpoch } from './stream-epoch.server.ts'

const CAPTIONS =
  '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="captions",NAME="CC",INSTREAM-ID="CC1",AUTOSELECT=YES'

/** The playlist that players open first, with the quality to start with as the first. */
export function encodeIndexPlaylist(epoch: StreamEpoch): string {
  const { id, window, video, audio, hasCaptions, lower, windows } = epoch
  const maxFrames = window.rates().frames
  const videos = new Map([[id, video]])
  for (const [track, rendition] of lower()) videos.set(`${id}-${track}`, rendition.video)
  const variants = [...windows()]
    .filter(([, each]) => !each.isEmpty() && (each === window || !each.isEnded()))
    .flatMap(([variantId, each]) => [
      `#EXT-X-STREAM-INF:${describe(each, videos.get(variantId), audio?.codecName, maxFrames, hasCaptions())}`,
      `${variantId}/${PLAYLIST_NAME}`,
    ])
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(hasCaptions() ? [CAPTIONS] : []),
    ...variants,
    '',
  ].join('\n')
}

/** hls.js does not raise the quality if that lowers the frame rate, so a measured rate is never above the first one's. */
function describe(
  { rates }: MediaWindow,
  video: VideoTrack | undefined,
  audioCodec: string | undefined,
  maxFrames: number,
  hasCaptions: boolean,
): string {
  const { peakBits, averageBits, frames } = rates()
  const codecs = [
    ...(video ? [`avc1.${video.avcC.toString('hex', 1, 4)}`] : []),
    ...(audioCodec ? [audioCodec] : []),
  ]
  const videoAttributes = video && [
    `FRAME-RATE=${Math.min(frames, maxFrames).toFixed(3)}`,
    `RESOLUTION=${video.size.width}x${video.size.height}`,
  ]
  return [
    `BANDWIDTH=${peakBits}`,
    `AVERAGE-BANDWIDTH=${averageBits}`,
    ...(videoAttributes ?? []),
    `CODECS="${codecs.join(',')}"`,
    `CLOSED-CAPTIONS=${hasCaptions ? '"captions"' : 'NONE'}`,
  ].join(',')
}
