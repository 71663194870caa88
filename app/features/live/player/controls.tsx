import {
  Captions,
  FastForward,
  Info,
  type LucideIcon,
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  Volume2,
  VolumeX,
} from 'lucide-react'
import type { PlayerMessages } from './messages.ts'
import type { PlayerActions } from './player-actions.ts'
import type { PlayerState } from './player-state.ts'
import { QualityMenu } from './quality-menu.tsx'

type Props = {
  state: PlayerState
  words: PlayerMessages
  act: PlayerActions
  areDetailsOpen: boolean
  onDetails(): void
}

/** Further behind the newest video, the visitor is offered a jump back to live. */
const FAR_BEHIND_MS = 6_000

export function Controls({ state, words, act, areDetailsOpen, onDetails }: Props) {
  const { isPlaying, isBlocked, isMuted, volume, behindMs, metrics, hasCaptions, areCaptionsOn } = state
  const hasStopped = !isPlaying && (isBlocked || metrics.firstFrameMs !== undefined)
  const isFarBehind = behindMs !== undefined && behindMs > FAR_BEHIND_MS
  return (
    <>
      {hasStopped && <LargePlay label={words.play} />}
      {isMuted && isPlaying && !areDetailsOpen && (
        <button
          type="button"
          onClick={act.toggleMuted}
          className="absolute top-3 left-3 inline-flex min-h-9 items-center gap-2 whitespace-nowrap rounded-full bg-black/75 px-3 font-semibold text-xs pointer-coarse:min-h-11 text-white hover:bg-black focus-visible:outline-quest"
        >
          <VolumeX aria-hidden="true" className="size-4" />
          <span className="pointer-coarse:hidden">{words.clickForAudio}</span>
          <span className="hidden pointer-coarse:inline">{words.tapForAudio}</span>
        </button>
      )}
      <div className="absolute inset-x-0 bottom-0 flex items-center bg-linear-to-t from-black/85 to-transparent px-1 pt-8 pb-1 text-white sm:gap-1 sm:px-3 sm:pb-2">
        <Control
          Icon={isPlaying ? Pause : Play}
          label={isPlaying ? words.pause : words.play}
          keys={['Space', 'k']}
          onPress={act.togglePlaying}
        />
        <Control
          Icon={isMuted ? VolumeX : Volume2}
          label={isMuted ? words.unmute : words.mute}
          keys={['m']}
          onPress={act.toggleMuted}
        />
        <input
          type="range"
          aria-label={words.volume}
          min={0}
          max={1}
          step={0.05}
          value={isMuted ? 0 : volume}
          onChange={({ target }) => act.setVolume(target.valueAsNumber)}
          className="hidden h-11 w-20 accent-quest sm:block"
        />
        {isFarBehind && <Control Icon={FastForward} label={words.goLive} onPress={act.goLive} />}
        <span className="flex-1" />
        {hasCaptions && (
          <Control
            Icon={Captions}
            label={words.captions}
            isPressed={areCaptionsOn}
            onPress={act.toggleCaptions}
          />
        )}
        {state.qualities.length > 0 && (
          <QualityMenu
            choices={state.qualities}
            chosen={state.quality}
            words={words}
            onChoose={act.chooseQuality}
          />
        )}
        <Control Icon={Info} label={words.details} isPressed={areDetailsOpen} onPress={onDetails} />
        {document.pictureInPictureEnabled && (
          <Control
            Icon={PictureInPicture2}
            label={words.pictureInPicture}
            onPress={act.togglePictureInPicture}
          />
        )}
        <Control Icon={Maximize} label={words.fullscreen} keys={['f']} onPress={act.toggleFullscreen} />
      </div>
    </>
  )
}

/** For the eye: a tap anywhere on the video plays it, and assistive technology has the control of the same name. */
function LargePlay({ label }: { label: string }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 m-auto inline-flex size-fit items-center gap-2 rounded-full bg-quest px-6 py-4 font-semibold text-on-quest"
    >
      <Play className="size-6" />
      {label}
    </span>
  )
}

type ControlProps = {
  Icon: LucideIcon
  label: string
  keys?: string[]
  isPressed?: boolean
  onPress(): unknown
}

function Control({ Icon, label, keys, isPressed, onPress }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={keys?.join(' ')}
      aria-pressed={isPressed}
      title={keys ? `${label} (${keys.join(', ')})` : label}
      onClick={() => void onPress()}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-white/15 focus-visible:outline-quest aria-pressed:text-quest"
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  )
}
