import type { ReactNode } from 'react'
import { actionStyle } from '../../ui/action-style.ts'
import { STREAM_ID } from '../live/contract.ts'
import { LIVE_NPC_PATH } from '../npcs/contract.ts'
import { useWelcomeMessages } from './use-messages.ts'

/** `stream` is a slot: the live video belongs to another feature. */
export function Hero({ stream }: { stream: ReactNode }) {
  const words = useWelcomeMessages()
  return (
    <section className="grid gap-x-10 gap-y-6 py-8 md:py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-rows-[1fr_auto_auto_1fr]">
      <h1 className="hyphens-auto text-balance break-words font-black text-3xl leading-tight sm:text-4xl lg:row-start-2 xl:text-5xl">
        {words.title}
      </h1>
      <div className="order-1 flex flex-col gap-6 lg:row-start-3">
        <p className="max-w-2xl text-pretty text-lg text-muted">{words.lead}</p>
        <div className="flex flex-wrap gap-3">
          <a href={`${LIVE_NPC_PATH}#${STREAM_ID}`} className={actionStyle.primary}>
            {words.startWatching}
          </a>
          <a href="/onboarding" className={actionStyle.quiet}>
            {words.become}
          </a>
        </div>
      </div>
      <div className="self-center lg:col-start-2 lg:row-span-4 lg:row-start-1">{stream}</div>
    </section>
  )
}
