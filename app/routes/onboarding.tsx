import { Advertise } from '../features/ads/advertise.tsx'
import { ApplicationForm } from '../features/onboarding/application-form.tsx'
import type { OnboardingMessages } from '../features/onboarding/messages.ts'
import { Provided } from '../features/onboarding/provided.tsx'
import { Requirements } from '../features/onboarding/requirements.tsx'
import { useMessages } from '../platform/browser/messages.tsx'
import { PageHead } from '../shell/page-head.tsx'

export default function Onboarding() {
  const words = useMessages<OnboardingMessages>('onboarding')
  return (
    <>
      <PageHead title={words.pageTitle} description={words.lead} path="/onboarding" />
      <div className="py-12">
        <h1 className="mb-4 text-balance font-black text-4xl md:text-5xl">{words.title}</h1>
        <p className="max-w-2xl text-pretty text-lg text-muted">{words.lead}</p>
      </div>
      <Requirements />
      <Provided />
      <ApplicationForm />
      <Advertise />
    </>
  )
}
