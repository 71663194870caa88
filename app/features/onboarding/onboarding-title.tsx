import { ArrowDown } from 'lucide-react'
import { actionStyle } from '../../ui/action-style.ts'
import { APPLICATION_ID } from './application-form.tsx'
import { useOnboardingMessages } from './use-messages.ts'

/** The link is for small screens, where the form comes after all the rest. */
export function OnboardingTitle() {
  const words = useOnboardingMessages()
  return (
    <div>
      <h1 className="mb-3 text-balance font-black text-4xl md:text-5xl">{words.title}</h1>
      <p className="max-w-2xl text-pretty text-lg text-muted">{words.lead}</p>
      <a href={`#${APPLICATION_ID}`} className={`${actionStyle.quiet} mt-4 gap-2 lg:hidden`}>
        {words.toForm}
        <ArrowDown aria-hidden="true" className="size-4" />
      </a>
    </div>
  )
}
