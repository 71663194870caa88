import { Check } from 'lucide-react'
import { SectionTitle } from '../../ui/section-title.tsx'
import { useOnboardingMessages } from './use-messages.ts'

const PROVIDED = ['gadgets', 'support', 'vision', 'community'] as const

export function Provided() {
  const words = useOnboardingMessages()
  return (
    <section aria-labelledby="provided-title" className="py-6">
      <SectionTitle id="provided-title">{words.provided}</SectionTitle>
      <ul className="grid gap-3 sm:grid-cols-2">
        {PROVIDED.map((item) => (
          <li key={item} className="flex items-center gap-3 text-lg">
            <Check aria-hidden="true" className="size-5 shrink-0 text-quest-text" />
            {words[item]}
          </li>
        ))}
      </ul>
    </section>
  )
}
