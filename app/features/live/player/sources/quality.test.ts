import { expect, test } from 'vitest'
import { readQualities } from './quality.ts'

const VIDEO_720 = '#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=1280x720\ne/media.m3u8\n'
const VIDEO_360 = '#EXT-X-STREAM-INF:BANDWIDTH=700000,RESOLUTION=640x360\ne-1/media.m3u8\n'
const TURNED_360 = '#EXT-X-STREAM-INF:BANDWIDTH=700000,RESOLUTION=360x640\r\ne-1/media.m3u8\r\n'
const AUDIO = '#EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2"\ne-audio/media.m3u8\n'

test.each([
  ['two videos and audio', [VIDEO_720, VIDEO_360, AUDIO], ['auto', 720, 360, 'audio'], 'e-audio/media.m3u8'],
  ['two videos, the lower first', [VIDEO_360, VIDEO_720], ['auto', 720, 360], undefined],
  ['videos that are turned', [TURNED_360, VIDEO_720], ['auto', 720, 360], undefined],
  ['one video and audio', [VIDEO_720, AUDIO], [], 'e-audio/media.m3u8'],
  ['two videos of one size', [VIDEO_720, VIDEO_720], [], undefined],
  ['no variants', ['#EXTINF:2,\n0.m4s\n'], [], undefined],
])('%s', (_, variants, choices, audioUri) => {
  expect(readQualities(`#EXTM3U\n${variants.join('')}`)).toEqual({ choices, audioUri })
})
