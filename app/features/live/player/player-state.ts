import type { Experience } from './measure-playing.ts'

/** What the video element is doing, as the controls show it. */
export type Screen = {
  isPlaying: boolean
  isMuted: boolean
  volume: number
  hasCaptions: boolean
  areCaptionsOn: boolean
  delayMs: number | undefined
  experience: Experience
  picture: { width: number; height: number; dropped: number }
}

export const NOTHING_YET: Screen = {
  isPlaying: false,
  isMuted: true,
  volume: 1,
  hasCaptions: false,
  areCaptionsOn: false,
  delayMs: undefined,
  experience: { firstFrameMs: undefined, stalls: 0, stalledMs: 0 },
  picture: { width: 0, height: 0, dropped: 0 },
}

export function captionsOf(video: HTMLVideoElement | null): TextTrack[] {
  return [...(video?.textTracks ?? [])].filter(({ kind }) => kind === 'captions' || kind === 'subtitles')
}

export function lookAt(video: HTMLVideoElement): Omit<Screen, 'delayMs' | 'experience'> {
  const captions = captionsOf(video)
  return {
    isPlaying: !video.paused,
    isMuted: video.muted,
    volume: video.volume,
    hasCaptions: captions.length > 0,
    areCaptionsOn: captions.some(({ mode }) => mode === 'showing'),
    picture: {
      width: video.videoWidth,
      height: video.videoHeight,
      dropped: video.getVideoPlaybackQuality().droppedVideoFrames,
    },
  }
}
