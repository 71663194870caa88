import type { Resources } from '../resources.ts'

export type OnboardingData = Awaited<ReturnType<typeof loadOnboarding>>

/** Null where no operators read what visitors submit: the page is then the same as it was without the desk. */
export async function loadOnboarding({ hasDesk }: Resources) {
  return hasDesk ? { hasDesk } : null
}
