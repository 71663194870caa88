import { Headphones } from 'lucide-react'
import { NightTown } from '../../../ui/night-town.tsx'
import type { PlayerMessages } from './messages.ts'

/** In place of the video that the viewer does without. A tap goes through to the video element. */
export function AudioSlate({ words }: { words: PlayerMessages }) {
  return (
    <div
      data-testid="audio-slate"
      className="pointer-events-none absolute inset-0 flex items-center justify-center"
    >
      <NightTown className="absolute inset-0 size-full object-cover opacity-80" />
      <p className="relative flex items-center gap-2 rounded-full bg-black/75 px-4 py-2 font-semibold text-white">
        <Headphones aria-hidden="true" className="size-5" />
        {words.audioOnly}
      </p>
    </div>
  )
}
