import { Link } from 'react-router'
import { actionStyle } from '../../ui/action-style.ts'
import { LIVE_NPC_PATH } from '../npcs/contract.ts'
import { useWelcomeMessages } from './use-messages.ts'

export function Hero() {
  const words = useWelcomeMessages()
  return (
    <section className="flex flex-col items-center gap-6 py-16 text-center md:py-24">
      <h1 className="max-w-4xl text-balance font-black text-4xl leading-tight md:text-6xl">{words.title}</h1>
      <p className="max-w-2xl text-pretty text-lg text-muted">{words.lead}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link to={`${LIVE_NPC_PATH}#stream`} className={actionStyle.primary}>
          {words.startWatching}
        </Link>
        <Link to="/onboarding" className={actionStyle.quiet}>
          {words.become}
        </Link>
      </div>
    </section>
  )
}
