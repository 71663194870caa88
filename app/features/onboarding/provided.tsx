import { Check } from 'lucide-react'
import { SectionTitle } from '../../ui/section-title.tsx'
import { useOnboardingMessages } from './use-messages.ts'

const PROVIDED = ['gadgets', 'support', 'vision', 'community'] as const

export function Provided() {
  const words = useOnboardingMessages()
  return (
    <section aria-labelledby="provided-title">
      <SectionTitle id="provided-title">{words.provided}</SectionTitle>
      <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {PROVIDED.map((item) => (
          <li key={item} className="flex min-w-0 gap-3">
            <Check
              aria-hidden="true"
              className="size-6 shrink-0 rounded-full bg-quest p-1 text-on-quest forced-colors:border"
            />
            <div className="min-w-0 hyphens-auto break-words">
              <p className="font-semibold">{words[item]}</p>
              <p className="text-pretty text-muted text-sm">{words[`${item}Text`]}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
