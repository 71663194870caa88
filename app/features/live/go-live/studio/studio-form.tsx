import { Camera, Mic, MicOff, SwitchCamera } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import { fill } from '../../../../platform/browser/messages.tsx'
import { actionStyle } from '../../../../ui/action-style.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import type { BroadcastState } from '../broadcast/broadcast.ts'
import type { StreamStop } from '../contract.ts'
import type { GoLiveMessages } from '../messages.ts'
import type { Obstacle } from './find-obstacle.ts'
import { OnAir } from './on-air.tsx'
import type { OwnBroadcast } from './use-broadcast.ts'
import type { OwnCamera } from './use-camera.ts'
import type { StreamKey } from './use-stream-key.ts'

type Props = {
  words: GoLiveMessages
  streamKey: StreamKey
  ownCamera: OwnCamera
  broadcast: OwnBroadcast
  isOnAir: boolean
  online: ReactNode
  onStart(key: string): void
}

export function StudioForm({ words, streamKey, ownCamera, broadcast, isOnAir, online, onStart }: Props) {
  const keyInput = useRef<HTMLInputElement>(null)
  const { obstacle, camera, trouble, isBusy, turnOn } = ownCamera
  const { state, onAirMs } = broadcast
  const isSilent = isOnAir && onAirMs !== undefined && broadcast.facts?.audio === undefined

  function goLive(): void {
    const key = streamKey.check()
    if (key === undefined) keyInput.current?.focus()
    else onStart(key)
  }

  function takeNextStep(): void {
    if (isOnAir) broadcast.stop()
    else if (camera) goLive()
    else if (!isBusy) void turnOn()
  }

  // Without a button of the type submit, the browser submits no form that has two text fields.
  function takeNextStepOnEnter(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !isOnAir && !obstacle) takeNextStep()
  }

  return (
    <form
      noValidate
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-col gap-3 rounded-3xl border border-line bg-surface p-6"
    >
      {onAirMs === undefined ? (
        <KeyField
          words={words}
          streamKey={streamKey}
          input={keyInput}
          isOnAir={isOnAir}
          onKeyDown={takeNextStepOnEnter}
        />
      ) : (
        <OnAir words={words} onAirMs={onAirMs} online={online} />
      )}
      {!obstacle && (
        <button
          type="button"
          aria-disabled={isBusy}
          onClick={takeNextStep}
          className={`${isOnAir ? actionStyle.danger : actionStyle.primary} gap-2 aria-disabled:opacity-60`}
        >
          {!camera && <Camera aria-hidden="true" className="size-5" />}
          {isOnAir ? words.end : camera ? words.goLive : words.turnOn}
        </button>
      )}
      <CameraButtons words={words} ownCamera={ownCamera} />
      <p
        aria-live="polite"
        data-testid="broadcast-state"
        data-state={state?.kind}
        className="min-h-6 text-pretty font-semibold"
      >
        {isOnAir && state?.kind === 'live' && (
          <span aria-hidden="true" className="mr-2 inline-block size-3 rounded-full bg-live" />
        )}
        {obstacle && describeObstacle(obstacle, words)}
        {trouble ? words[trouble] : state && describeState(state, words, isSilent)}
      </p>
      <p className="text-pretty text-muted text-sm">
        {camera?.hasAudio() === false ? words.noMicrophone : isSilent ? words.noAudio : words.keepInFront}
      </p>
    </form>
  )
}

type KeyFieldProps = Pick<Props, 'words' | 'streamKey' | 'isOnAir'> & {
  input: RefObject<HTMLInputElement | null>
  onKeyDown(event: KeyboardEvent): void
}

function KeyField({ words, streamKey, input, isOnAir, onKeyDown }: KeyFieldProps) {
  return (
    <>
      <input hidden readOnly autoComplete="username" value="NPC" />
      <TextField
        ref={input}
        label={words.key}
        error={streamKey.isWrong ? words.keyWrong : undefined}
        type="password"
        autoComplete="current-password"
        maxLength={200}
        required
        readOnly={isOnAir}
        onKeyDown={onKeyDown}
        value={streamKey.draft}
        onChange={({ target }) => streamKey.setDraft(target.value)}
      />
    </>
  )
}

function describeObstacle(obstacle: Obstacle, words: GoLiveMessages): string {
  return obstacle.kind === 'insecure' ? words.insecure : fill(words.unsupported, obstacle)
}

function describeState(state: BroadcastState, words: GoLiveMessages, isSilent: boolean): string {
  if (state.kind === 'live' && isSilent) return words.liveWithoutAudio
  if (state.kind !== 'rejected') return words[state.kind]
  if (state.reason === 'key') return words.unknownKey
  if (state.reason === 'stopped') return describeStop(state.stop, words)
  return state.reason === 'taken over' ? words.takenOver : words.rejected
}

function describeStop(stop: StreamStop | undefined, words: GoLiveMessages): string {
  const sentence = stop?.by === 'npc' ? words.stoppedAtTheDesk : words.stoppedByOperators
  return [sentence, stop?.note, words.onlyOperatorsResume].filter(Boolean).join(' ')
}

function CameraButtons({ words, ownCamera }: Pick<Props, 'words' | 'ownCamera'>) {
  const { camera, isMuted, switchCamera, toggleMuted } = ownCamera
  if (camera === undefined) return null
  return (
    <div className="flex flex-wrap gap-3">
      {camera.canSwitch && (
        <QuietButton icon={<SwitchCamera aria-hidden="true" />} onPress={switchCamera}>
          {words.switchCamera}
        </QuietButton>
      )}
      {camera.hasAudio() && (
        <QuietButton
          icon={isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
          onPress={toggleMuted}
        >
          {isMuted ? words.unmute : words.mute}
        </QuietButton>
      )}
    </div>
  )
}

type QuietButtonProps = { icon: ReactNode; children: ReactNode; onPress(): unknown }

function QuietButton({ icon, children, onPress }: QuietButtonProps) {
  return (
    <button type="button" onClick={() => void onPress()} className={`${actionStyle.quiet} gap-2`}>
      {icon}
      {children}
    </button>
  )
}
