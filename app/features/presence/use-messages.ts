import { messagesHook } from '../../platform/browser/messages.tsx'
import type { PresenceMessages } from './messages.ts'

export const usePresenceMessages = messagesHook<PresenceMessages>('presence')
