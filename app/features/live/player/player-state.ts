import type { PlaybackMetrics } from './measure-playing.ts'
import type { Quality } from './sources/quality.ts'

type Measured = {
  delayMs: number | undefined
  behindMs: number | undefined
  metrics: PlaybackMetrics
  isBlocked: boolean
  qualities: Quality[]
  quality: Quality
}
export type PlayerState = ReturnType<typeof readPlayerState> & Measured

export const INITIAL_PLAYER_STATE: PlayerState = {
  isPlaying: false,
  isBlocked: false,
  isMuted: true,
  volume: 1,
  qualities: [],
  quality: 'auto',
  hasCaptions: false,
  areCaptionsOn: false,
  delayMs: undefined,
  behindMs: undefined,
  metrics: { firstFrameMs: undefined, stalls: 0, stalledMs: 0 },
  video: { width: 0, height: 0, droppedFrames: 0 },
}

export function captionsOf(video: HTMLVideoElement | null): TextTrack[] {
  return [...(video?.textTracks ?? [])].filter(({ kind }) => kind === 'captions' || kind === 'subtitles')
}

export function readPlayerState(video: HTMLVideoElement) {
  const captions = captionsOf(video)
  return {
    isPlaying: !video.paused,
    isMuted: video.muted,
    volume: video.volume,
    hasCaptions: captions.length > 0,
    areCaptionsOn: captions.some(({ mode }) => mode === 'showing'),
    video: {
      width: video.videoWidth,
      height: video.videoHeight,
      droppedFrames: video.getVideoPlaybackQuality().droppedVideoFrames,
    },
  }
}
