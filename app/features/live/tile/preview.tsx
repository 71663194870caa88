import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Playback } from '../contract.ts'
import { choosePreviewStart, readConditions } from './choose-preview.ts'

type Props = { playback: Playback; tile: RefObject<HTMLElement | null> }

const SAFARI_IDLE_MS = 500
const FILLING = 'absolute inset-0 size-full object-cover'

/** A still at once; the muted video over it as soon as the browser has time, or a finger or pointer touches the tile. */
export function Preview({ playback, tile }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const isWanted = useIsPreviewWanted(tile)
  const { kind, url, stillUrl } = playback

  useEffect(() => {
    if (!isWanted || video.current === null) return undefined
    const element = video.current
    let stop: (() => void) | undefined
    let isGone = false
    async function start(): Promise<void> {
      const { playInView } = await import('./play-in-view.ts')
      if (!isGone) stop = playInView(element, { kind, url })
    }
    // Without the player's code the still remains.
    start().catch(() => {})
    return () => {
      isGone = true
      stop?.()
    }
  }, [isWanted, kind, url])

  return (
    <span aria-hidden="true">
      {stillUrl && !isGone && (
        // Phones draw the first frame of a video only if it plays.
        <video src={stillUrl} autoPlay muted playsInline className={FILLING} />
      )}
      <video
        ref={video}
        muted
        playsInline
        onPlaying={() => setIsPlaying(true)}
        onEmptied={() => {
          // What can be played no longer is not shown either.
          setIsGone(isPlaying)
          setIsPlaying(false)
        }}
        className={`${FILLING} transition-opacity motion-reduce:transition-none ${isPlaying ? '' : 'opacity-0'}`}
      />
    </span>
  )
}

function useIsPreviewWanted(tile: RefObject<HTMLElement | null>): boolean {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    const start = choosePreviewStart(readConditions())
    if (start === 'never') return undefined
    const waiting = new AbortController()
    const { signal } = waiting
    const want = () => setIsWanted(true)
    for (const touch of ['pointerenter', 'touchstart', 'focus'])
      tile.current?.addEventListener(touch, want, { signal, passive: true })
    const cancelIdle = start === 'when idle' ? onIdle(want) : undefined
    return () => {
      waiting.abort()
      cancelIdle?.()
    }
  }, [tile])
  return isWanted
}

/** The page itself loads first. Safari has no idle callbacks. */
function onIdle(callback: () => void): () => void {
  let cancel = () => {}
  function wait(): void {
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(callback, SAFARI_IDLE_MS)
      cancel = () => clearTimeout(timer)
      return
    }
    const handle = requestIdleCallback(callback)
    cancel = () => cancelIdleCallback(handle)
  }
  const loaded = new AbortController()
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { signal: loaded.signal, once: true })
  return () => {
    loaded.abort()
    cancel()
  }
}
