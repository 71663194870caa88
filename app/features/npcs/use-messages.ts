import { messagesHook } from '../../platform/browser/messages.tsx'
import type { NpcsMessages } from './messages.ts'

export const useNpcsMessages = messagesHook<NpcsMessages>('npcs')
