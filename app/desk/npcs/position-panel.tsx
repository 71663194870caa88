import type { Npc } from '../../features/npcs/contract.ts'
import { sendJson } from '../../platform/browser/api-client.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

type Props = { npc: Npc; onChanged(): Promise<unknown> }

export function PositionPanel({ npc: { id, is_position_open: isOpen }, onChanged }: Props) {
  const { run, isRunning, problem } = useAction()
  return (
    <Panel id="position" title={words.positionTitle}>
      <p role="status" className="mb-4">
        {isOpen ? words.isOpen : words.isFilled}
      </p>
      <ProblemLine problem={problem} />
      <button
        type="button"
        className={actionStyle.quiet}
        aria-disabled={isRunning}
        onClick={() =>
          run(async () => {
            await sendJson('PUT', `/api/npcs/${id}/position`, { is_open: !isOpen })
            await onChanged()
          })
        }
      >
        {isOpen ? words.fillPosition : words.openPosition}
      </button>
    </Panel>
  )
}
