import { useState } from 'react'
import type { Stage } from '../../features/live/stage/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { copyText } from '../../ui/copy-text.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

type MadeKey = { key: string; servers: string[]; go_live_url: string }
type Props = { stage: Stage; onChanged(): void }

export function StreamKey({ stage, onChanged }: Props) {
  const { npc_id, name, has_key } = stage
  const [made, setMade] = useState<MadeKey>()
  const { run, isRunning, problem } = useAction()

  function make(): void {
    if (has_key && !window.confirm(fill(words.confirmReplace, { name }))) return
    run(async () => {
      try {
        setMade(await sendJson<MadeKey>('POST', `/api/stages/${npc_id}/key`, { is_replaced: has_key }))
      } finally {
        onChanged()
      }
    })
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="font-bold text-lg">{words.key}</h3>
      <div role="status" className="w-full">
        {made ? (
          <NewKey key={made.key} made={made} />
        ) : (
          <p className="text-muted">{has_key ? words.hasKey : words.noKey}</p>
        )}
      </div>
      <ProblemLine problem={problem} />
      <button
        type="button"
        className={actionStyle.quiet}
        aria-disabled={isRunning}
        aria-label={fill(has_key ? words.replaceKeyOf : words.makeKeyOf, { name })}
        onClick={make}
      >
        {has_key ? words.replaceKey : words.makeKey}
      </button>
    </div>
  )
}

function NewKey({ made: { key, servers, go_live_url } }: { made: MadeKey }) {
  return (
    <div className="flex flex-col gap-4">
      <p>{words.keyMade}</p>
      {servers.length === 0 && <p>{words.noServer}</p>}
      {servers.map((server) => (
        <Copyable key={server} label={words.server} text={server} />
      ))}
      <Copyable label={words.key} text={key} />
      <Copyable label={words.browser} text={go_live_url} />
      <p className="text-pretty text-muted">{words.keyHelp}</p>
    </div>
  )
}

function Copyable({ label, text }: { label: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false)
  return (
    <div className="flex flex-col items-start gap-2">
      <span className="font-semibold">{label}</span>
      <code className="w-full select-all break-all rounded-xl border border-line bg-paper px-4 py-2">
        {text}
      </code>
      <button
        type="button"
        className={actionStyle.quiet}
        aria-label={isCopied ? undefined : fill(words.copyWhat, { what: label })}
        onClick={async () => setIsCopied(await copyText(text))}
      >
        {isCopied ? words.copied : words.copy}
      </button>
    </div>
  )
}
