import { messagesHook } from '../../platform/browser/messages.tsx'
import type { AdsMessages } from './messages.ts'

export const useAdsMessages = messagesHook<AdsMessages>('ads')
