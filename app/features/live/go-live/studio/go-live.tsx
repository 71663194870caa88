import { VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { fill, useSpeech } from '../../../../platform/browser/messages.tsx'
import { LIVE_NPC_PATH } from '../../../npcs/contract.ts'
import { FactList } from '../../fact-list.tsx'
import { Notice } from '../../notice.tsx'
import type { BroadcastFacts } from '../broadcast/broadcast.ts'
import type { GoLiveMessages } from '../messages.ts'
import { LeaveDialog } from './leave-dialog.tsx'
import { StudioForm } from './studio-form.tsx'
import { useBroadcast } from './use-broadcast.ts'
import { useCamera } from './use-camera.ts'
import { useLeaving } from './use-leaving.ts'
import { useStreamKey } from './use-stream-key.ts'

type Props = { words: GoLiveMessages; online: ReactNode }

export function GoLive({ words, online }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const ownCamera = useCamera(video)
  const broadcast = useBroadcast()
  const { camera } = ownCamera
  const { facts, isSending, stop } = broadcast
  const isOnAir = isSending && camera !== undefined
  const leaving = useLeaving(isSending, stop)
  const streamKey = useStreamKey()
  useEffect(() => {
    if (isSending && camera === undefined) stop()
  }, [isSending, camera, stop])

  function start(key: string): void {
    if (video.current && camera) broadcast.start({ video: video.current, stream: camera.stream, key })
  }

  return (
    <div className="grid items-start gap-6 pb-12 lg:grid-cols-3">
      <Intro words={words} isAccepted={broadcast.onAirMs !== undefined} />
      <section
        aria-label={words.preview}
        className="relative flex aspect-video items-center justify-center overflow-hidden rounded-3xl border border-line bg-surface text-muted lg:col-span-2"
      >
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          className="size-full bg-black object-contain"
          hidden={camera === undefined}
        />
        {!camera && (
          <Notice icon={<VideoOff aria-hidden="true" className="size-12" />}>{words.cameraOff}</Notice>
        )}
        {isOnAir && facts && <BroadcastDetails facts={facts} words={words} />}
      </section>
      <StudioForm
        streamKey={streamKey}
        words={words}
        ownCamera={ownCamera}
        broadcast={broadcast}
        isOnAir={isOnAir}
        online={online}
        onStart={start}
      />
      {leaving.isAsking && <LeaveDialog words={words} onLeave={leaving.leave} onStay={leaving.stay} />}
    </div>
  )
}

function Intro({ words, isAccepted }: { words: GoLiveMessages; isAccepted: boolean }) {
  return (
    <div className="pt-8 lg:col-span-3">
      <h1 className="mb-3 font-black text-3xl md:text-4xl">{words.title}</h1>
      <p className="text-pretty text-lg text-muted">{isAccepted ? <SeenOn words={words} /> : words.lead}</p>
    </div>
  )
}

/** In a new tab, since leaving this page ends the stream. */
function SeenOn({ words }: { words: GoLiveMessages }) {
  const [before, after] = words.seenOn.split('{page}')
  return (
    <>
      {before}
      <a
        href={LIVE_NPC_PATH}
        target="_blank"
        rel="noopener"
        className="font-semibold text-text underline underline-offset-4"
      >
        {words.livePage}
      </a>
      {after}
    </>
  )
}

const CODEC_NAMES = { aac: 'AAC', opus: 'Opus' }

function BroadcastDetails({ facts, words }: { facts: BroadcastFacts; words: GoLiveMessages }) {
  const { language } = useSpeech()
  const megabits = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <FactList
      testId="broadcast-details"
      className="bottom-3 left-3 text-sm"
      facts={[
        [words.bitrate, fill(words.megabits, { number: megabits.format(facts.bitsPerSecond / 1e6) })],
        [words.resolution, facts.video],
        [words.audio, facts.audio ? CODEC_NAMES[facts.audio] : '–'],
      ]}
    />
  )
}
