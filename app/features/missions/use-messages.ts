import { messagesHook } from '../../platform/browser/messages.tsx'
import type { MissionsMessages } from './messages.ts'

export const useMissionsMessages = messagesHook<MissionsMessages>('missions')
