import { useState } from 'react'
import { useSpeech } from '../../platform/browser/messages.tsx'
import { showToast } from '../../ui/toast.tsx'
import { rememberLanguage } from './choose-language.ts'
import { LANGUAGES } from './contract.ts'

export function LanguageSelect({ label, failure }: { label: string; failure: string }) {
  const { language, speak } = useSpeech()

  const [chosen, setChosen] = useState<string>()

  async function choose(next: string): Promise<void> {
    setChosen(next)
    try {
      const isLast = await speak(next)
      if (!isLast) return
      rememberLanguage(next)
    } catch {
      showToast({ title: failure, variant: 'destructive' })
    }
    setChosen(undefined)
  }

  return (
    <select
      aria-label={label}
      value={chosen ?? language}
      onChange={(event) => void choose(event.target.value)}
      className="h-11 cursor-pointer rounded-xl border border-line bg-surface px-2 font-semibold text-sm"
    >
      {LANGUAGES.map((code) => (
        <option key={code} value={code}>
          {code.toUpperCase()}
        </option>
      ))}
    </select>
  )
}
