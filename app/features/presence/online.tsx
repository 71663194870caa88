import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { sendJson } from '../../platform/browser/api-client.ts'
import { inOwnTask } from '../../platform/browser/in-own-task.ts'
import { listenToServer } from '../../platform/browser/server-events.ts'
import { DEFAULT_ONLINE, type Online } from './contract.ts'
import { followOnline } from './follow-online.ts'
import { countOnline, parseVisitorLog, refreshVisitorLog, VISITOR_LOG_KEY } from './visitor-log.ts'

const SESSION_KEY = 'npc_visitor_id'

const OnlineContext = createContext(DEFAULT_ONLINE)

/** Registers the visit in the browser's log and with the server, and provides the number of visitors. */
export function OnlineProvider({ children }: { children: ReactNode }) {
  const [online, setOnline] = useState(DEFAULT_ONLINE)

  useEffect(
    () =>
      inOwnTask(() => {
        const sessionId = ownSessionId()
        return followOnline({
          registerInLog: () => registerInLog(sessionId),
          registerWithServer: () => registerWithServer(sessionId),
          listen: (onOnline) => listenToServer('online', (news) => onOnline((news as Online).online)),
          show: setOnline,
        })
      }),
    [],
  )

  return <OnlineContext value={online}>{children}</OnlineContext>
}

export function useOnline(): number {
  return use(OnlineContext)
}

function ownSessionId(): string {
  const made = crypto.getRandomValues(new Uint32Array(4)).join('-')
  try {
    const id = sessionStorage.getItem(SESSION_KEY) ?? made
    sessionStorage.setItem(SESSION_KEY, id)
    return id
  } catch {
    return made
  }
}

function registerInLog(sessionId: string): number {
  try {
    const log = refreshVisitorLog(
      parseVisitorLog(localStorage.getItem(VISITOR_LOG_KEY)),
      sessionId,
      Date.now(),
    )
    localStorage.setItem(VISITOR_LOG_KEY, JSON.stringify(log))
    return countOnline(log)
  } catch {
    // Full or forbidden storage must not break the page.
    return DEFAULT_ONLINE
  }
}

async function registerWithServer(id: string): Promise<number> {
  try {
    const { online } = await sendJson<Partial<Online>>('POST', '/api/presence', { id })
    return typeof online === 'number' ? online : 0
  } catch {
    return 0
  }
}
