import { SectionTitle } from '../../ui/section-title.tsx'
import { useWelcomeMessages } from './use-messages.ts'

export function WelcomeText() {
  const words = useWelcomeMessages()
  return (
    <section id="about" aria-labelledby="about-title" className="py-12">
      <SectionTitle id="about-title">{words.welcomeTitle}</SectionTitle>
      <p className="max-w-3xl text-pretty text-lg text-muted leading-relaxed">{words.welcomeText}</p>
    </section>
  )
}
