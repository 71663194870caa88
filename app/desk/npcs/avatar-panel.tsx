import { type ChangeEvent, useState } from 'react'
import { MAX_AVATAR_BYTES, type Npc } from '../../features/npcs/contract.ts'
import { sendFile, sendJson } from '../../platform/browser/api-client.ts'
import { actionStyle } from '../../ui/action-style.ts'
import { Panel } from '../parts/panel.tsx'
import { ProblemLine } from '../parts/problem-line.tsx'
import { useAction } from '../parts/use-action.ts'
import { words } from './words.ts'

type Props = { npc: Npc; onChanged(): Promise<unknown> }

export function AvatarPanel({ npc: { id, avatar }, onChanged }: Props) {
  const { run, isRunning, problem } = useAction()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const [isChanged, setIsChanged] = useState(false)

  function upload({ target }: ChangeEvent<HTMLInputElement>): void {
    const [file] = target.files ?? []
    // The same file can be chosen again.
    target.value = ''
    if (file === undefined) return
    setIsChanged(false)
    setIsTooLarge(file.size > MAX_AVATAR_BYTES)
    if (file.size > MAX_AVATAR_BYTES) return
    run(async () => {
      await sendFile('PUT', `/api/npcs/${id}/avatar`, file)
      await onChanged()
      setIsChanged(true)
    })
  }

  function remove(): void {
    if (!window.confirm(words.confirmRemoveAvatar)) return
    setIsChanged(false)
    run(async () => {
      await sendJson('DELETE', `/api/npcs/${id}/avatar`)
      await onChanged()
      setIsChanged(true)
    })
  }

  return (
    <Panel id="avatar" title={words.avatarTitle}>
      <p id="avatar-note" className="mb-4 text-muted">
        {words.avatarNote}
      </p>
      <ProblemLine problem={isTooLarge ? words.rejected.avatarSize : problem} />
      <p role="status" className="text-muted empty:hidden">
        {isRunning ? words.uploading : isChanged ? words.avatarChanged : undefined}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <label
          className={`${actionStyle.primary} cursor-pointer focus-within:outline-2 focus-within:outline-quest-text focus-within:outline-offset-2`}
        >
          {words.chooseAvatar}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-describedby="avatar-note"
            className="sr-only"
            onChange={upload}
          />
        </label>
        {avatar !== null && (
          <button type="button" className={actionStyle.danger} aria-disabled={isRunning} onClick={remove}>
            {words.removeAvatar}
          </button>
        )}
      </div>
    </Panel>
  )
}
