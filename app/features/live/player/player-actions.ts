import type { RefObject } from 'react'
import { captionsOf } from './player-state.ts'
import { rememberSound } from './remembered-volume.ts'
import type { Watching } from './sources/watch-stream.ts'

export type Actions = ReturnType<typeof playerActions>

export function playerActions(
  video: RefObject<HTMLVideoElement | null>,
  stage: RefObject<HTMLElement | null>,
  watching: RefObject<Watching | undefined>,
) {
  function setSound(volume: number, isMuted: boolean): void {
    if (video.current === null) return
    video.current.volume = volume
    video.current.muted = isMuted
    rememberSound({ volume, isMuted })
  }

  /** A browser may forbid it; the button is there then. */
  function play(): void {
    void video.current?.play().catch(() => {})
  }

  function togglePlaying(): void {
    if (video.current?.paused) play()
    else video.current?.pause()
  }

  function toggleMuted(): void {
    const { muted = true, volume = 1 } = video.current ?? {}
    setSound(volume === 0 ? 1 : volume, !muted)
  }

  return {
    play,
    togglePlaying,
    toggleMuted,
    setVolume: (volume: number) => setSound(volume, volume === 0),
    /** The first tap on the picture is for the sound. */
    tap: () => (video.current?.muted ? toggleMuted() : togglePlaying()),
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
      // A phone that fills its screen with nothing but videos.
      const phone = video.current as { webkitEnterFullscreen?(): void } | null
      if (stage.current?.requestFullscreen) await stage.current.requestFullscreen().catch(() => {})
      else phone?.webkitEnterFullscreen?.()
    },
  }
}
