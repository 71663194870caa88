import { makeKey } from '../../app/features/live/ingest/stream-keys.server.ts'
import { CannotStart } from '../../app/platform/settings/cannot-start.server.ts'

const FOREIGN_KEY_VIOLATION = '23503'

export class NoSuchNpc extends CannotStart {}

export async function makeKeyFor(
  ...[needs, request]: Parameters<typeof makeKey>
): Promise<string | undefined> {
  return makeKey(needs, request).catch((error: { code?: string }) => {
    if (error.code === FOREIGN_KEY_VIOLATION) throw new NoSuchNpc(`there is no NPC ${request.npcId}`)
    throw error
  })
}
