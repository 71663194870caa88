import { messagesHook } from '../../platform/browser/messages.tsx'
import type { DonationsMessages } from './messages.ts'

export const useDonationsMessages = messagesHook<DonationsMessages>('donations')
