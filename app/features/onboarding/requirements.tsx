import { Flame, type LucideIcon, Send, ShieldCheck, Wifi } from 'lucide-react'
import { fill } from '../../platform/browser/messages.tsx'
import { site } from '../../site.ts'
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
    <section aria-labelledby="requirements-title" className="py-6">
      <SectionTitle id="requirements-title">{words.requirements}</SectionTitle>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {cards.map(([Icon, title, text]) => (
          <li key={title} className="rounded-2xl border border-line bg-surface p-6">
            <Icon aria-hidden="true" className="mb-4 size-7 text-quest-text" />
            <h3 className="mb-2 break-words font-bold text-lg">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
