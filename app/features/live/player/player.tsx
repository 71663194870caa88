import { useEffect, useRef, useState } from 'react'
import { useSpeech } from '../../../platform/messages.tsx'
import type { Language } from '../../i18n/contract.ts'
import type { Playback } from '../contract.ts'
import { Controls } from './controls.tsx'
import { Details } from './details.tsx'
import { keepWatching, type Watching } from './keep-watching.ts'
import { type Experience, measurePlaying } from './measure-playing.ts'
import { playerMessages } from './messages.ts'
import { recallSound, rememberSound } from './remembered-volume.ts'

const LOOK_EVERY_MS = 500

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

const NOTHING_YET: Screen = {
  isPlaying: false,
  isMuted: true,
  volume: 1,
  hasCaptions: false,
  areCaptionsOn: false,
  delayMs: undefined,
  experience: { firstFrameMs: undefined, stalls: 0, stalledMs: 0 },
  picture: { width: 0, height: 0, dropped: 0 },
}

/** `stage` is what fills the screen, and what is focused when somebody is sent here to watch. */
export function Player({
  playback,
  stage,
}: {
  playback: Playback
  stage: React.RefObject<HTMLElement | null>
}) {
  const { language } = useSpeech()
  const words = playerMessages[language as Language]
  const video = useRef<HTMLVideoElement>(null)
  const watching = useRef<Watching>(undefined)
  const [screen, setScreen] = useState(NOTHING_YET)
  const [areDetailsOpen, setDetailsOpen] = useState(false)
  const { kind, url } = playback

  useEffect(() => {
    if (video.current === null) return undefined
    const element = video.current
    const leaving = new AbortController()
    const { volume, isMuted } = recallSound()
    element.volume = volume
    element.muted = isMuted
    const experience = measurePlaying(element, leaving.signal)
    const watch = keepWatching(element, { kind, url })
    watching.current = watch

    async function look(): Promise<void> {
      const delayMs = await watch.delayMs()
      if (!leaving.signal.aborted) setScreen({ ...seen(element), delayMs, experience: experience() })
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    for (const event of ['play', 'playing', 'pause', 'volumechange'])
      element.addEventListener(event, look, { signal: leaving.signal })
    return () => {
      leaving.abort()
      clearInterval(timer)
      watch.stop()
    }
  }, [kind, url])

  useEffect(() => {
    const place = stage.current
    const play = () => void video.current?.play().catch(() => {})
    place?.addEventListener('focus', play)
    return () => place?.removeEventListener('focus', play)
  }, [stage])

  useEffect(() => {
    const place = stage.current
    function press({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
      if (ctrlKey || metaKey || altKey) return
      if (key === 'k') act.togglePlaying()
      if (key === 'm') act.toggleMuted()
      if (key === 'f') act.toggleFullscreen()
    }
    const act = actions(video, stage, watching)
    place?.addEventListener('keydown', press)
    return () => place?.removeEventListener('keydown', press)
  }, [stage])

  const act = actions(video, stage, watching)
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: captions, where there are any, come with the stream */}
      <video ref={video} playsInline className="size-full bg-black object-contain" onClick={act.tap} />
      {areDetailsOpen && <Details screen={screen} words={words} language={language} />}
      <Controls
        screen={screen}
        words={words}
        language={language}
        act={act}
        areDetailsOpen={areDetailsOpen}
        onDetails={() => setDetailsOpen(!areDetailsOpen)}
      />
    </>
  )
}

export type Actions = ReturnType<typeof actions>

function actions(
  video: React.RefObject<HTMLVideoElement | null>,
  stage: React.RefObject<HTMLElement | null>,
  watching: React.RefObject<Watching | undefined>,
) {
  function setSound(volume: number, isMuted: boolean): void {
    if (video.current === null) return
    video.current.volume = volume
    video.current.muted = isMuted
    rememberSound({ volume, isMuted })
  }

  function togglePlaying(): void {
    if (video.current?.paused) void video.current.play().catch(() => {})
    else video.current?.pause()
  }

  function toggleMuted(): void {
    const { muted = true, volume = 1 } = video.current ?? {}
    setSound(volume === 0 ? 1 : volume, !muted)
  }

  return {
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
      const element = stage.current
      if (element?.requestFullscreen)
        return element.requestFullscreen().catch(() => {})
        // A phone that fills its screen with nothing but videos.
      ;(video.current as { webkitEnterFullscreen?(): void } | null)?.webkitEnterFullscreen?.()
    },
  }
}

function captionsOf(video: HTMLVideoElement | null): TextTrack[] {
  return [...(video?.textTracks ?? [])].filter(({ kind }) => kind === 'captions' || kind === 'subtitles')
}

function seen(video: HTMLVideoElement): Omit<Screen, 'delayMs' | 'experience'> {
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
