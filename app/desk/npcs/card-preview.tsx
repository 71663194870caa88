import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import icon from '../../../public/icon.svg?url'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../features/i18n/contract.ts'
import type { Npc, NpcDetails } from '../../features/npcs/contract.ts'
import { tidyDetails } from '../../features/npcs/editing/judge-details.ts'
import { npcsMessages } from '../../features/npcs/messages.ts'
import { avatarOf, LOGO } from '../../features/npcs/npc-avatar.tsx'
import { NpcCard } from '../../features/npcs/npc-card.tsx'
import { translateDescriptions } from '../../features/npcs/seeded-descriptions.ts'
import { FixedMessages, fill, formatNumber, htmlLanguage } from '../../platform/browser/messages.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../parts/panel.tsx'
import { words } from './words.ts'

type Props = { npc: Npc; draft: NpcDetails; isFirst: boolean }

const ELSEWHERE = /^https?:/i
const COUNT =
  'flex min-h-11 items-center justify-center gap-2 rounded-xl border border-line px-3 font-semibold text-sm tabular-nums'

/** The card of the pages with what is being typed. Nothing in it can be pressed. */
export function CardPreview({ npc, draft, isFirst }: Props) {
  const [language, setLanguage] = useState<Language>(DEFAULT_LANGUAGE)
  const avatar = avatarOf(npc, isFirst)
  const shown: Npc = { ...npc, ...tidyDetails(draft), avatar: avatar === LOGO ? icon : avatar }
  const messages = { npcs: npcsMessages[language], descriptions: translateDescriptions(language) }
  return (
    <Panel id="preview" title={words.previewTitle}>
      <Field
        label={words.previewLanguage}
        control={(props) => (
          <select
            {...props}
            value={language}
            onChange={({ target }) => setLanguage(target.value as Language)}
          >
            {LANGUAGES.map((code) => (
              <option key={code} value={code}>
                {words.languages[code]}
              </option>
            ))}
          </select>
        )}
      />
      <FixedMessages language={language} messages={messages}>
        <ul inert lang={htmlLanguage(language)} className="mx-auto mt-4 grid max-w-sm">
          <NpcCard
            key={shown.avatar}
            npc={shown}
            isFirst={false}
            footer={<Votes npc={npc} language={language} />}
          />
        </ul>
      </FixedMessages>
      {avatar && ELSEWHERE.test(avatar) && (
        <p className="mt-4 break-words text-muted text-sm">{fill(words.elsewhere, { address: avatar })}</p>
      )}
    </Panel>
  )
}

function Votes({ npc: { likes, dislikes }, language }: { npc: Npc; language: Language }) {
  return (
    <div className="grid grid-cols-[1fr_1fr] gap-2">
      <span className={COUNT}>
        <ThumbsUp aria-hidden="true" className="size-4" />
        {formatNumber(language, likes)}
      </span>
      <span className={COUNT}>
        <ThumbsDown aria-hidden="true" className="size-4" />
        {formatNumber(language, dislikes)}
      </span>
    </div>
  )
}
