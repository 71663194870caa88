import type { StreamEpoch } from './stream-epoch.server.ts'

const CAPTIONS =
  '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="captions",NAME="CC",INSTREAM-ID="CC1",AUTOSELECT=YES'

/** The playlist that players open first. */
export function encodeIndexPlaylist({ id, window, video, audio, hasCaptions }: StreamEpoch): string {
  const { width, height } = video.size
  const codecs = [`avc1.${video.avcC.toString('hex', 1, 4)}`, ...(audio ? [audio.codecName] : [])]
  const about = [
    `BANDWIDTH=${window.bitsPerSecond()}`,
    `RESOLUTION=${width}x${height}`,
    `CODECS="${codecs.join(',')}"`,
    `CLOSED-CAPTIONS=${hasCaptions() ? '"captions"' : 'NONE'}`,
  ]
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(hasCaptions() ? [CAPTIONS] : []),
    `#EXT-X-STREAM-INF:${about.join(',')}`,
    `${id}/media.m3u8`,
    '',
  ].join('\n')
}
