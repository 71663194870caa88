import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState } from 'react'
import { fill } from './fill.ts'
import { formatCompact, formatNumber } from './format-number.ts'
import { pluralForm } from './plural-form.ts'

export { fill, formatCompact, formatNumber }

/** Forms of one sentence by the language's plural rules; `other` is always there. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
export type Words = Record<string, string | Plural>
export type Messages = Record<string, Words>

type Speech = { language: string; messages: Messages; speak(language: string): Promise<boolean> }

const SpeechContext = createContext<Speech | undefined>(undefined)

type Props = {
  language: string
  messages: Messages
  loadMessages(language: string): Promise<Messages>
  children: ReactNode
}

/** Begins in the language of the page; another one can be loaded without losing what is on the screen. */
export function MessagesProvider({ language, messages, loadMessages, children }: Props) {
  const [spoken, setSpoken] = useState({ language, messages })

  // Together with the texts: a screen reader would pronounce the new ones by the rules of the old language.
  useLayoutEffect(() => {
    document.documentElement.lang = htmlLanguage(spoken.language)
  }, [spoken.language])

  /** False when another language was chosen while this one was on its way: the last choice stands. */
  const asked = useRef(0)
  async function speak(next: string): Promise<boolean> {
    asked.current += 1
    const turn = asked.current
    const isLast = () => turn === asked.current
    try {
      const loaded = await loadMessages(next)
      if (isLast()) setSpoken({ language: next, messages: loaded })
    } catch (error) {
      if (isLast()) throw error
    }
    return isLast()
  }

  return <SpeechContext value={{ ...spoken, speak }}>{children}</SpeechContext>
}

type FixedProps = { language: string; messages: Messages; children: ReactNode }

/** For a part of a page in another language than the page itself. */
export function FixedMessages({ language, messages, children }: FixedProps) {
  return <SpeechContext value={{ language, messages, speak: async () => false }}>{children}</SpeechContext>
}

/** Fonts and voices choose the Chinese script by this tag. */
export function htmlLanguage(language: string): string {
  return language === 'zh' ? 'zh-Hans' : language
}

export function useSpeech(): Speech {
  const speech = use(SpeechContext)
  if (speech === undefined) throw new Error('there is no MessagesProvider above')
  return speech
}

/** Makes the hook by which the components of one feature read its messages, in the reader's language. */
export function messagesHook<T extends Words>(feature: string): () => T {
  return () => {
    const words = useSpeech().messages[feature]
    if (words === undefined) throw new Error(`no messages for "${feature}"`)
    return words as T
  }
}

export function plural(language: string, forms: Plural, count: number): string {
  return fill(forms[pluralForm(language, count)] ?? forms.other, {
    count: formatNumber(language, count),
  })
}
