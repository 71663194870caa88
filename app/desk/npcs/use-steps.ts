import { useRef, useState } from 'react'
import type { Mission, Step } from '../../features/missions/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { sentenceOf } from '../parts/use-remote.ts'

type Change = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object }

/** Marks show at once, and everything is sent in the order in which it was pressed. */
export function useSteps({ npc_id: npcId, steps: stored }: Mission, reread: () => Promise<void>) {
  const [marks, setMarks] = useState<Record<number, boolean>>({})
  const [problem, setProblem] = useState<string>()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const steps = stored.map((step) => ({ ...step, is_done: marks[step.id] ?? step.is_done }))

  function send({ method, path, body }: Change): Promise<boolean> {
    if (waiting.current === 0) setProblem(undefined)
    waiting.current += 1
    const sent = last.current.then(async () => {
      const failure = await sendJson(method, `/api/npcs/${npcId}/steps${path}`, body).then(
        () => undefined,
        sentenceOf,
      )
      if (failure !== undefined) setProblem(failure)
      waiting.current -= 1
      if (waiting.current === 0) {
        await reread()
        if (waiting.current === 0) setMarks({})
      }
      return failure === undefined
    })
    last.current = sent
    return sent
  }

  return {
    steps,
    problem,
    send,
    toggle({ id, is_done }: Step): void {
      setMarks((before) => ({ ...before, [id]: !is_done }))
      void send({ method: 'PUT', path: `/${id}/done`, body: { is_done: !is_done } })
    },
  }
}
