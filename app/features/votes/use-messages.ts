import { messagesHook } from '../../platform/browser/messages.tsx'
import type { VotesMessages } from './messages.ts'

export const useVotesMessages = messagesHook<VotesMessages>('votes')
