import { Advertise } from '../features/ads/advertise.tsx'
import { ApplicationForm } from '../features/onboarding/application-form.tsx'
import { Provided } from '../features/onboarding/provided.tsx'
import { Requirements } from '../features/onboarding/requirements.tsx'
import { useOnboardingMessages } from '../features/onboarding/use-messages.ts'
import { PageHead } from '../shell/page-head.tsx'

export default function Onboarding() {
  const words = useOnboardingMessages()
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
