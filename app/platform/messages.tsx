import { createContext, type ReactNode, use } from 'react'

export type Messages = Record<string, Record<string, string>>

const MessagesContext = createContext<Messages>({})

export function MessagesProvider({ messages, children }: { messages: Messages; children: ReactNode }) {
  return <MessagesContext value={messages}>{children}</MessagesContext>
}

/** The words of one feature, in the reader's language. */
export function useMessages<T extends Record<string, string>>(feature: string): T {
  const words = use(MessagesContext)[feature]
  if (words === undefined) throw new Error(`no messages for "${feature}"`)
  return words as T
}
