import { messagesHook } from '../platform/browser/messages.tsx'
import type { ShellMessages } from './messages.ts'

export const useShellMessages = messagesHook<ShellMessages>('shell')
