import { SectionTitle } from '../../ui/section-title.tsx'
import { useWelcomeMessages } from './use-messages.ts'

/** The head of the logo speaks, as a character of a game does. */
export function WelcomeText() {
  const words = useWelcomeMessages()
  return (
    <section
      id="about"
      aria-labelledby="about-title"
      className="flex flex-col gap-4 py-8 md:flex-row md:gap-6 md:py-10"
    >
      <img src="/icon.svg" alt="" width={80} height={80} className="size-14 rounded-2xl md:size-20" />
      <div className="relative min-w-0 flex-1 gap-8 rounded-2xl border-2 border-line bg-surface p-5 sm:p-8 lg:grid lg:grid-cols-[13rem_1fr]">
        <span className="-top-2.5 md:-left-2.5 absolute left-5 size-4 rotate-45 border-line border-t-2 border-l-2 bg-surface md:top-8 md:border-t-0 md:border-b-2" />
        <SectionTitle id="about-title">{words.welcomeTitle}</SectionTitle>
        <p className="text-pretty text-lg text-muted leading-relaxed">{words.welcomeText}</p>
      </div>
    </section>
  )
}
