import type { RefObject } from 'react'
import { captionsOf } from './player-state.ts'
import { rememberQuality } from './remembered-quality.ts'
import { rememberVolume } from './remembered-volume.ts'
import type { Quality } from './sources/quality.ts'
import type { StreamWatch } from './sources/watch-stream.ts'

export type PlayerActions = ReturnType<typeof playerActions>

export function playerActions(
  video: RefObject<HTMLVideoElement | null>,
  stage: RefObject<HTMLElement | null>,
  watching: RefObject<StreamWatch | undefined>,
) {
  function changeVolume(volume: number, isMuted: boolean): void {
    if (video.current === null) return
    video.current.volume = volume
    video.current.muted = isMuted
    rememberVolume({ volume, isMuted })
  }

  /** If the browser blocks autoplay, the visitor can still press the play button. */
  function play(): void {
    void video.current?.play().catch(() => {})
  }

  function togglePlaying(): void {
    if (video.current?.paused) play()
    else video.current?.pause()
  }

  function toggleMuted(): void {
    const { muted = true, volume = 1 } = video.current ?? {}
    changeVolume(volume === 0 ? 1 : volume, !muted)
  }

  return {
    play,
    togglePlaying,
    toggleMuted,
    setVolume: (volume: number) => changeVolume(volume, volume === 0),
    /** While it plays muted, a tap on the video unmutes it. */
    tap: () => (video.current?.muted && !video.current.paused ? toggleMuted() : togglePlaying()),
    chooseQuality(quality: Quality): void {
      rememberQuality(quality)
      watching.current?.setQuality(quality)
    },
    goLive: () => watching.current?.goLive(),
    toggleCaptions(): void {
      for (const track of captionsOf(video.current))
        track.mode = track.mode === 'showing' ? 'disabled' : 'showing'
    },
    async togglePictureInPicture(): Promise<void> {
      if (document.pictureInPictureElement) await document.exitPictureInPicture()
      else await video.current?.requestPictureInPicture().catch(() => {})
    },
    async toggleFullscreen(): Promise<void> {
      if (document.fullscreenElement) return document.exitFullscreen()
      // iPhones allow full screen for video elements only.
      const phone = video.current as { webkitEnterFullscreen?(): void } | null
      if (stage.current?.requestFullscreen) await stage.current.requestFullscreen().catch(() => {})
      else phone?.webkitEnterFullscreen?.()
    },
  }
}
