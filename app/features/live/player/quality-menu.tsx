import { Settings2 } from 'lucide-react'
import type { PlayerMessages } from './messages.ts'
import type { Quality } from './sources/quality.ts'

type Props = {
  choices: Quality[]
  chosen: Quality
  words: PlayerMessages
  onChoose(quality: Quality): void
}

/** The browser's own menu, behind an icon: it works with keys, touch and screen readers, also in full screen. */
export function QualityMenu({ choices, chosen, words, onChoose }: Props) {
  return (
    <span className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-quest hover:bg-white/15">
      <Settings2 aria-hidden="true" className="size-5" />
      <select
        aria-label={words.quality}
        title={words.quality}
        value={String(chosen)}
        onChange={({ target }) => onChoose(choices[target.selectedIndex] ?? 'auto')}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {choices.map((choice) => (
          <option key={choice} value={String(choice)}>
            {nameOf(choice, words)}
          </option>
        ))}
      </select>
    </span>
  )
}

function nameOf(quality: Quality, words: PlayerMessages): string {
  if (quality === 'auto') return words.automatic
  return quality === 'audio' ? words.audioOnly : `${quality}p`
}
