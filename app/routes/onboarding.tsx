import { Advertise } from '../features/ads/advertise.tsx'
import { ApplicationForm } from '../features/onboarding/application-form.tsx'
import { DeliveredForm } from '../features/onboarding/delivery/delivered-form.tsx'
import { OnboardingTitle } from '../features/onboarding/onboarding-title.tsx'
import { Provided } from '../features/onboarding/provided.tsx'
import { Requirements } from '../features/onboarding/requirements.tsx'
import { useOnboardingMessages } from '../features/onboarding/use-messages.ts'
import { PageHead } from '../shell/page-head.tsx'
import type { OnboardingData } from './onboarding.server.ts'

export function Onboarding({ data }: { data: OnboardingData }) {
  const hasDesk = data !== null
  const words = useOnboardingMessages()
  return (
    <>
      <PageHead title={words.pageTitle} description={words.lead} path="/onboarding" picture="onboarding" />
      <div className="grid items-start gap-8 py-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-12 lg:py-12">
        <div className="flex min-w-0 flex-col gap-8 lg:gap-10">
          <OnboardingTitle />
          <Requirements />
          <Provided />
        </div>
        {/* Sticky only where all of the form fits on the screen. */}
        <div className="min-w-0 lg:[@media(min-height:50rem)]:sticky lg:[@media(min-height:50rem)]:top-24">
          {hasDesk ? <DeliveredForm /> : <ApplicationForm />}
        </div>
      </div>
      <Advertise takesRequests={hasDesk} />
    </>
  )
}
