import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSpeech } from '../../../platform/browser/messages.tsx'
import type { Language } from '../../i18n/contract.ts'
import type { Playback } from '../contract.ts'
import { AudioSlate } from './audio-slate.tsx'
import { Controls } from './controls.tsx'
import { playerMessages } from './messages.ts'
import { openPlayer } from './open-player.ts'
import { PlaybackDetails } from './playback-details.tsx'
import { playerActions } from './player-actions.ts'
import { pressKey } from './player-keys.ts'
import { INITIAL_PLAYER_STATE, readPlayerState } from './player-state.ts'
import type { StreamWatch } from './sources/watch-stream.ts'

const POLL_MS = 500

type Props = {
  playback: Playback
  video: RefObject<HTMLVideoElement | null>
  /** The element shown full screen and focused by “Start my day”. */
  stage: RefObject<HTMLElement | null>
}

/** The controls of a video, and what it plays. */
export function Player({ playback, video, stage }: Props) {
  const { language } = useSpeech()
  const words = playerMessages[language as Language]
  const watching = useRef<StreamWatch>(undefined)
  const [act] = useState(() => playerActions(video, stage, watching))
  const [state, setState] = useState(INITIAL_PLAYER_STATE)
  const [areDetailsOpen, setDetailsOpen] = useState(false)
  const { kind, url } = playback

  useEffect(() => {
    if (video.current === null) return undefined
    const element = video.current
    const leaving = new AbortController()
    const { watch, metrics, close } = openPlayer(element, { kind, url })
    watching.current = watch

    async function poll(): Promise<void> {
      const delayMs = await watch.delayMs()
      if (leaving.signal.aborted) return
      setState({
        ...readPlayerState(element),
        delayMs,
        behindMs: watch.behindMs(),
        metrics: metrics(),
        isBlocked: watch.isBlocked(),
        qualities: watch.qualities(),
        quality: watch.quality(),
      })
    }
    const timer = setInterval(poll, POLL_MS)
    for (const event of ['play', 'playing', 'pause', 'volumechange'])
      element.addEventListener(event, poll, { signal: leaving.signal })
    element.addEventListener('click', act.tap, { signal: leaving.signal })
    return () => {
      leaving.abort()
      clearInterval(timer)
      close()
    }
  }, [video, act, kind, url])

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    stage.current?.addEventListener('focus', act.play, { signal })
    stage.current?.addEventListener('keydown', (event) => pressKey(act, event), { signal })
    return () => leaving.abort()
  }, [stage, act])

  return (
    <>
      {state.quality === 'audio' && <AudioSlate words={words} />}
      {areDetailsOpen && <PlaybackDetails state={state} words={words} language={language} />}
      <Controls
        state={state}
        words={words}
        act={act}
        areDetailsOpen={areDetailsOpen}
        onDetails={() => setDetailsOpen(!areDetailsOpen)}
      />
    </>
  )
}
