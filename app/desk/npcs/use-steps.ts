import { useRef, useState } from 'react'
import type { Mission, Step } from '../../features/missions/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { sentenceOf } from '../parts/use-remote.ts'

type Marks = Record<number, boolean>
type Change = { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: object; marks?: Marks }

/** Marks show at once, and everything is sent in the order in which it was pressed. */
export function useSteps({ npc_id: npcId, steps: stored }: Mission, reread: () => Promise<boolean>) {
  const [marks, setMarks] = useState<Marks>({})
  const [problem, setProblem] = useState<string>()
  /** What the server has taken since the list was read. */
  const saved = useRef<Marks>({})
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const steps = stored.map((step) => ({ ...step, is_done: marks[step.id] ?? step.is_done }))

  function send({ method, path, body, marks: sentMarks }: Change): Promise<boolean> {
    if (waiting.current === 0) setProblem(undefined)
    waiting.current += 1
    const sent = last.current.then(async () => {
      const failure = await sendJson(method, `/api/npcs/${npcId}/steps${path}`, body).then(
        () => undefined,
        sentenceOf,
      )
      if (failure !== undefined) setProblem(failure)
      else saved.current = { ...saved.current, ...sentMarks }
      waiting.current -= 1
      if (waiting.current === 0) {
        if (await reread()) saved.current = {}
        if (waiting.current === 0) setMarks(saved.current)
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
      const changed = { [id]: !is_done }
      setMarks((before) => ({ ...before, ...changed }))
      void send({ method: 'PUT', path: `/${id}/done`, body: { is_done: !is_done }, marks: changed })
    },
  }
}
