import { useMessages } from '../../platform/browser/messages.tsx'
import { SectionTitle } from '../../ui/section-title.tsx'
import type { WelcomeMessages } from './messages.ts'

export function WelcomeText() {
  const words = useMessages<WelcomeMessages>('welcome')
  return (
    <section id="about" aria-labelledby="about-title" className="py-12">
      <SectionTitle id="about-title">{words.welcomeTitle}</SectionTitle>
      <p className="max-w-3xl text-pretty text-lg text-muted leading-relaxed">{words.welcomeText}</p>
    </section>
  )
}
