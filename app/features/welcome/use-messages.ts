import { messagesHook } from '../../platform/browser/messages.tsx'
import type { WelcomeMessages } from './messages.ts'

export const useWelcomeMessages = messagesHook<WelcomeMessages>('welcome')
