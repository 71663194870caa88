import { Flame, type LucideIcon, Send, ShieldCheck, Wifi } from 'lucide-react'
import { fill } from '../../platform/browser/messages.tsx'
import { site } from '../../site.ts'
import { IconTile } from '../../ui/icon-tile.tsx'
import { SectionTitle } from '../../ui/section-title.tsx'
import { useOnboardingMessages } from './use-messages.ts'

export function Requirements() {
  const words = useOnboardingMessages()
  const cards: [LucideIcon, string, string][] = [
    [Flame, words.dedicated, words.dedicatedText],
    [Wifi, words.internet, words.internetText],
    [ShieldCheck, fill(words.age, { age: site.minimumAge }), words.ageText],
    [Send, words.apply, words.applyText],
  ]
  return (
    <section aria-labelledby="requirements-title">
      <SectionTitle id="requirements-title">{words.requirements}</SectionTitle>
      <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line forced-colors:bg-[CanvasText] sm:grid-cols-2">
        {cards.map(([Icon, title, text]) => (
          <li key={title} className="flex min-w-0 gap-3 bg-surface p-3 sm:p-5">
            <IconTile Icon={Icon} className="size-10 rounded-xl bg-quest/15" />
            <div className="min-w-0 hyphens-auto break-words">
              <h3 className="font-bold sm:text-lg">{title}</h3>
              <p className="text-pretty text-muted text-sm">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
