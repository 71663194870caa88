import type { PlayerMessages } from './messages.ts'
import type { Quality } from './sources/quality.ts'

type Props = {
  choices: Quality[]
  chosen: Quality
  words: PlayerMessages
  onChoose(quality: Quality): void
}

/** The browser's own menu: it works with keys, touch and screen readers, also in full screen. */
export function QualityMenu({ choices, chosen, words, onChoose }: Props) {
  return (
    <select
      aria-label={words.quality}
      title={words.quality}
      value={String(chosen)}
      onChange={({ target }) => onChoose(choices[target.selectedIndex] ?? 'auto')}
      className="h-11 max-w-24 cursor-pointer appearance-none rounded-full bg-transparent px-2 text-center font-semibold text-sm hover:bg-white/15 focus-visible:outline-quest"
    >
      {choices.map((choice) => (
        <option key={choice} value={String(choice)} className="bg-black text-white">
          {nameOf(choice, words)}
        </option>
      ))}
    </select>
  )
}

function nameOf(quality: Quality, words: PlayerMessages): string {
  if (quality === 'auto') return words.automatic
  return quality === 'audio' ? words.audioOnly : `${quality}p`
}
