import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSpeech } from '../../platform/browser/messages.tsx'
import { showToast } from '../../ui/toast.tsx'
import { rememberLanguage } from './choose-language.ts'
import { LANGUAGES, languageFromQuery, queryIn } from './contract.ts'

export function LanguageSelect({ label, failure }: { label: string; failure: string }) {
  const { language, speak } = useSpeech()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string>()
  const asked = languageFromQuery(search)

  useEffect(() => {
    if (asked === language) rememberLanguage(language)
  }, [asked, language])

  async function choose(next: string): Promise<void> {
    setChosen(next)
    try {
      const isLast = await speak(next)
      if (!isLast) return
      rememberLanguage(next)
      if (asked !== undefined)
        void navigate({ search: queryIn(next, search) }, { replace: true, state, preventScrollReset: true })
    } catch {
      showToast({ title: failure, variant: 'destructive' })
    }
    setChosen(undefined)
  }

  return (
    <span className="relative shrink-0">
      <select
        aria-label={label}
        value={chosen ?? language}
        onChange={(event) => void choose(event.target.value)}
        className="block h-11 cursor-pointer appearance-none rounded-xl border border-line bg-surface pr-7 pl-3 font-semibold text-sm hover:border-muted"
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code}>
            {code.toUpperCase()}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2 size-4"
      />
    </span>
  )
}
