import { useState } from 'react'
import { fill } from '../../platform/browser/messages.tsx'
import { Panel } from '../parts/panel.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useRemote } from '../parts/use-remote.ts'
import { AvatarPanel } from './avatar-panel.tsx'
import { CardPreview } from './card-preview.tsx'
import type { EditableNpc } from './contract.ts'
import { DetailsForm } from './details-form.tsx'
import { PositionPanel } from './position-panel.tsx'
import { words } from './words.ts'

export function EditNpc({ id }: { id: string }) {
  const address = `/api/npcs/${encodeURIComponent(id)}`
  const [remote, reload] = useRemote<EditableNpc>(address)
  return (
    <RemoteContent remote={remote} onRetry={reload}>
      {(stored) => <Editor stored={stored} onChanged={reload} />}
    </RemoteContent>
  )
}

/** What is typed stays when the rest of the page is read again. */
function Editor({ stored, onChanged }: { stored: EditableNpc; onChanged(): Promise<unknown> }) {
  const { npc, is_first } = stored
  const [draft, setDraft] = useState(stored.details)
  return (
    <>
      <Panel id="details" title={fill(words.editTitle, { id: npc.id, name: npc.name })}>
        <DetailsForm stored={stored} draft={draft} onChange={setDraft} onSaved={onChanged} />
        <p className="mt-4">
          <a href={`/mission?npc=${npc.id}`} className="inline-flex min-h-11 items-center underline">
            {fill(words.missionLink, { name: npc.name })}
          </a>
        </p>
      </Panel>
      <CardPreview npc={npc} draft={draft} isFirst={is_first} />
      <PositionPanel npc={npc} onChanged={onChanged} />
      <AvatarPanel npc={npc} onChanged={onChanged} />
    </>
  )
}
