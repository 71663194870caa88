import { makeKey } from '../../app/features/live/ingest/stream-keys.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'

const NO_SUCH_ROW = '23503'

export class NoSuchNpc extends CannotStart {}

export async function makeKeyFor(...[needs, wish]: Parameters<typeof makeKey>): Promise<string | undefined> {
  return makeKey(needs, wish).catch((error: { code?: string }) => {
    if (error.code === NO_SUCH_ROW) throw new NoSuchNpc(`there is no NPC ${wish.npcId}`)
    throw error
  })
}
