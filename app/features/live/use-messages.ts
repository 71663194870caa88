import { messagesHook } from '../../platform/browser/messages.tsx'
import type { LiveMessages } from './messages.ts'

export const useLiveMessages = messagesHook<LiveMessages>('live')
