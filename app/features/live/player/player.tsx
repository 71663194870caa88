import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSpeech } from '../../../platform/browser/messages.tsx'
import type { Language } from '../../i18n/contract.ts'
import type { Playback } from '../contract.ts'
import { Controls } from './controls.tsx'
import { measurePlaying } from './measure-playing.ts'
import { playerMessages } from './messages.ts'
import { Details } from './playback-details.tsx'
import { type Actions, playerActions } from './player-actions.ts'
import { lookAt, NOTHING_YET } from './player-state.ts'
import { recallSound } from './remembered-volume.ts'
import { keepWatching, type Watching } from './sources/watch-stream.ts'

const POLL_MS = 500

/** `stage` is what fills the screen, and what is focused when somebody is sent here to watch. */
export function Player({ playback, stage }: { playback: Playback; stage: RefObject<HTMLElement | null> }) {
  const { language } = useSpeech()
  const words = playerMessages[language as Language]
  const video = useRef<HTMLVideoElement>(null)
  const watching = useRef<Watching>(undefined)
  const [act] = useState(() => playerActions(video, stage, watching))
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
      if (!leaving.signal.aborted) setScreen({ ...lookAt(element), delayMs, experience: experience() })
    }
    const timer = setInterval(look, POLL_MS)
    for (const event of ['play', 'playing', 'pause', 'volumechange'])
      element.addEventListener(event, look, { signal: leaving.signal })
    return () => {
      leaving.abort()
      clearInterval(timer)
      watch.stop()
    }
  }, [kind, url])

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    stage.current?.addEventListener('focus', act.play, { signal })
    stage.current?.addEventListener('keydown', (press) => obeyKey(act, press), { signal })
    return () => leaving.abort()
  }, [stage, act])

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

function obeyKey(act: Actions, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (ctrlKey || metaKey || altKey) return
  if (key === 'k') act.togglePlaying()
  if (key === 'm') act.toggleMuted()
  if (key === 'f') void act.toggleFullscreen()
}
