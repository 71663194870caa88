import { Camera, Mic, MicOff, SwitchCamera, VideoOff } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useBlocker, useLocation, useNavigate } from 'react-router'
import { fill } from '../../../platform/browser/messages.tsx'
import { actionStyle } from '../../../ui/action-style.ts'
import { TextField } from '../../../ui/text-field.tsx'
import type { BroadcastState } from './broadcast.ts'
import { BroadcastDetails } from './broadcast-details.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import type { GoLiveMessages } from './messages.ts'
import { useBroadcast } from './use-broadcast.ts'
import { useCamera } from './use-camera.ts'

const KEY = /^npc[\w-]+$/

/** An NPC's studio: camera, key, and how the stream is doing. */
export function GoLive({ words }: { words: GoLiveMessages }) {
  const video = useRef<HTMLVideoElement>(null)
  const keyInput = useRef<HTMLInputElement>(null)
  const [key, setKey] = useState('')
  const [isKeyWrong, setKeyWrong] = useState(false)
  const { camera, trouble, isBusy, isMuted, turnOn, switchCamera, toggleMuted } = useCamera(video)
  const { state, facts, isSending, start, stop } = useBroadcast()
  const isOnAir = isSending && camera !== undefined
  const leaving = useBlocker(isOnAir)

  useOwnDocument()
  useKeyOfAddress(setKey)
  useEffect(() => {
    if (isSending && camera === undefined) stop()
  }, [isSending, camera, stop])

  function goLive(): void {
    const entered = key.trim()
    const isKey = KEY.test(entered)
    setKeyWrong(!isKey)
    if (!isKey) keyInput.current?.focus()
    else if (video.current && camera) start({ video: video.current, stream: camera.stream, key: entered })
  }

  /** What there is to do next. */
  function act(): void {
    if (isOnAir) stop()
    else if (camera) goLive()
    else if (!isBusy) void turnOn()
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isOnAir) act()
  }

  const said = trouble ? words[trouble] : state && sayState(state, words)
  const isSilent = camera !== undefined && !(camera.hasAudio() && (facts === undefined || facts.audio))
  return (
    <div className="grid items-start gap-6 pb-12 lg:grid-cols-3">
      <section
        aria-label={words.preview}
        className="relative flex aspect-video items-center justify-center overflow-hidden rounded-3xl border border-line bg-surface lg:col-span-2"
      >
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          className="size-full bg-black object-contain"
          hidden={!camera}
        />
        {!camera && (
          <div className="flex flex-col items-center gap-4 p-6 text-center text-muted">
            <VideoOff aria-hidden="true" className="size-12" />
            <p>{words.cameraOff}</p>
          </div>
        )}
        {isOnAir && facts && <BroadcastDetails facts={facts} words={words} />}
      </section>
      <form
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-3 rounded-3xl border border-line bg-surface p-6"
      >
        <input hidden readOnly autoComplete="username" value="NPC" />
        <TextField
          ref={keyInput}
          label={words.key}
          error={isKeyWrong ? words.keyWrong : undefined}
          type="password"
          autoComplete="current-password"
          maxLength={200}
          required
          readOnly={isOnAir}
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={act}
          className={`${actionStyle.primary} gap-2 aria-disabled:opacity-60`}
        >
          {!camera && <Camera aria-hidden="true" className="size-5" />}
          {isOnAir ? words.end : camera ? words.goLive : words.turnOn}
        </button>
        {camera && (
          <div className="flex flex-wrap gap-3">
            {camera.canSwitch && (
              <Quiet icon={<SwitchCamera aria-hidden="true" />} onPress={switchCamera}>
                {words.switchCamera}
              </Quiet>
            )}
            {camera.hasAudio() && (
              <Quiet
                icon={isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
                onPress={toggleMuted}
              >
                {isMuted ? words.unmute : words.mute}
              </Quiet>
            )}
          </div>
        )}
        <p
          aria-live="polite"
          data-testid="broadcast-state"
          data-state={state?.kind}
          className="min-h-6 text-pretty font-semibold"
        >
          {isOnAir && state?.kind === 'live' && (
            <span aria-hidden="true" className="mr-2 inline-block size-3 rounded-full bg-live" />
          )}
          {said}
        </p>
        <p className="text-pretty text-muted text-sm">{isSilent ? words.noAudio : words.keepInFront}</p>
      </form>
      {leaving.state === 'blocked' && (
        <LeaveDialog words={words} onLeave={leaving.proceed} onStay={leaving.reset} />
      )}
    </div>
  )
}

function sayState(state: BroadcastState, words: GoLiveMessages): string {
  if (state.kind !== 'rejected') return words[state.kind]
  if (state.reason === 'key') return words.unknownKey
  return state.reason === 'taken over' ? words.takenOver : fill(words.rejected, { sentence: state.sentence })
}

function Quiet({ icon, children, onPress }: { icon: ReactNode; children: ReactNode; onPress(): unknown }) {
  return (
    <button type="button" onClick={() => void onPress()} className={`${actionStyle.quiet} gap-2`}>
      {icon}
      {children}
    </button>
  )
}

/** The right to a camera belongs to a document: one that was loaded for another page has none. */
function useOwnDocument(): void {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType('navigation')
    if (loaded && new URL(loaded.name).pathname !== window.location.pathname) window.location.reload()
  }, [])
}

/** A link may bring the key behind `#`, where no server sees it; it does not stay in the address. */
function useKeyOfAddress(onKey: (key: string) => void): void {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const key = hash.slice(1)
    if (!KEY.test(key)) return
    onKey(key)
    void navigate(pathname, { replace: true })
  }, [hash, pathname, onKey, navigate])
}
