import { messagesHook } from '../../platform/browser/messages.tsx'
import type { OnboardingMessages } from './messages.ts'

export const useOnboardingMessages = messagesHook<OnboardingMessages>('onboarding')
