import { ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSpeech } from '../../platform/browser/messages.tsx'
import { showToast } from '../../ui/toast.tsx'
import { rememberLanguage } from './choose-language.ts'
import { LANGUAGES, languageFromCookie, languageFromQuery, queryIn } from './contract.ts'

export function LanguageSelect({ label, failure }: { label: string; failure: string }) {
  const { language, speak } = useSpeech()
  const [chosen, setChosen] = useState<string>()

  const follow = useEffectEvent((event: PageTransitionEvent) => {
    const remembered = languageFromCookie(document.cookie)
    if (event.persisted && remembered !== language) void choose(remembered)
  })
  // A page that the browser kept has not noticed a choice made on a later one.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => follow(event)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  async function choose(next: string): Promise<void> {
    setChosen(next)
    try {
      const isLast = await speak(next)
      if (!isLast) return
      rememberLanguage(next)
      const { search, hash } = location
      if (languageFromQuery(search)) history.replaceState(history.state, '', queryIn(next, search) + hash)
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
