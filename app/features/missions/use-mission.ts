import { getJson } from '../../platform/browser/api-client.ts'
import type { ServerValueSource } from '../../platform/browser/server-value.ts'
import { useServerValue } from '../../platform/browser/use-server-value.ts'
import { LIVE_NPC_ID } from '../npcs/contract.ts'
import type { Mission } from './contract.ts'

const MISSION: ServerValueSource<Mission | null> = {
  load: () => getJson(`/api/npcs/${LIVE_NPC_ID}/mission`),
  event: 'mission',
  read: (data) => ((data as Partial<Mission> | null)?.npc_id === LIVE_NPC_ID ? (data as Mission) : undefined),
}

/** Null when the page was rendered without the database: the browser then loads it. */
export function useMission(initial: Mission | null): Mission | null {
  return useServerValue(initial, MISSION).value
}
