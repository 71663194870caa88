import { useState } from 'react'
import type { Npc } from '../../features/npcs/contract.ts'
import { ApiProblem, sendJson } from '../../platform/browser/api-client.ts'
import { fill } from '../../platform/browser/messages.tsx'
import { actionStyle } from '../../ui/action-style.ts'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { moveInList } from './move-in-list.ts'
import { words } from './words.ts'

type Props = { npcs: Npc[]; onChanged(): Promise<unknown> }
type Move = { id: string; name: string; by: -1 | 1 }

export function NpcOrder({ npcs, onChanged }: Props) {
  const { run, problem } = useAction()
  const [moved, setMoved] = useState<{ name: string; place: number }>()
  const ids = npcs.map(({ id }) => id)

  function move(asked: Move): void {
    const to = moveInList(ids, asked.id, asked.by)
    if (to === undefined) return
    run(async () => {
      setMoved(undefined)
      try {
        await sendJson('PUT', '/api/npcs/order', { from: ids, to })
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 409) await onChanged()
        throw error
      }
      await onChanged()
      setMoved({ name: asked.name, place: to.indexOf(asked.id) + 1 })
    })
  }

  if (npcs.length === 0) return <p className="text-muted">{words.noNpcs}</p>
  return (
    <>
      <ProblemLine problem={problem} />
      <p role="status" className="text-muted empty:hidden">
        {moved && fill(words.moved, moved)}
      </p>
      <ol className="flex flex-col divide-y divide-line">
        {npcs.map((npc, at) => (
          <li key={npc.id} className="flex flex-wrap items-center justify-between gap-3 py-4">
            <div className="min-w-0 basis-56 break-words">
              <a href={`/npcs?id=${npc.id}`} className="font-bold text-lg underline">
                {npc.name}
              </a>
              <p className="text-muted text-sm">
                {[
                  npc.is_position_open ? words.open : words.filled,
                  ...(npc.is_live ? [words.live] : []),
                  fill(words.votes, { likes: npc.likes, dislikes: npc.dislikes }),
                ].join(', ')}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <MoveButton npc={npc} by={-1} isLast={at === 0} onMove={move} />
              <MoveButton npc={npc} by={1} isLast={at === npcs.length - 1} onMove={move} />
              <a
                href={`/npcs?id=${npc.id}`}
                aria-label={fill(words.editNpc, { name: npc.name })}
                className={actionStyle.quiet}
              >
                {words.edit}
              </a>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

type ButtonProps = { npc: Npc; by: Move['by']; isLast: boolean; onMove(move: Move): void }

function MoveButton({ npc: { id, name }, by, isLast, onMove }: ButtonProps) {
  const isUp = by === -1
  return (
    <button
      type="button"
      aria-label={fill(isUp ? words.moveUp : words.moveDown, { name })}
      aria-disabled={isLast}
      className={`${actionStyle.quiet} aria-disabled:opacity-50`}
      onClick={() => onMove({ id, name, by })}
    >
      {isUp ? words.up : words.down}
    </button>
  )
}
