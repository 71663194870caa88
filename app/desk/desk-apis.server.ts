import type { FastifyInstance } from 'fastify'
import type { DeskUrl } from '../features/members/access.server.ts'
import type { Resources } from '../resources.ts'
import { credentialsApi } from './credentials/credentials-api.server.ts'
import { donationsApi } from './donations/donations-api.server.ts'
import { milestonesApi } from './milestones/milestones-api.server.ts'
import { avatarsApi } from './npcs/avatars-api.server.ts'
import { missionApi } from './npcs/mission-api.server.ts'
import { npcsApi } from './npcs/npcs-api.server.ts'
import { peopleApi } from './people/people-api.server.ts'
import { siteApi } from './site/site-api.server.ts'
import { stageApi } from './stage/stage-api.server.ts'
import { submissionsApi } from './submissions/submissions-api.server.ts'
import type { SiteReadings } from './today/site-readings.ts'
import { todayApi } from './today/today-api.server.ts'

export type DeskApiOptions = Resources & { deskUrl: DeskUrl; readings: SiteReadings }

type DeskApi = (api: FastifyInstance, options: DeskApiOptions) => Promise<void>

const APIS: DeskApi[] = [
  todayApi,
  npcsApi,
  avatarsApi,
  missionApi,
  stageApi,
  submissionsApi,
  milestonesApi,
  siteApi,
  donationsApi,
  peopleApi,
  credentialsApi,
]

/** The routes of the desk, each beside the screen that calls it. */
export async function deskApis(api: FastifyInstance, options: DeskApiOptions): Promise<void> {
  for (const each of APIS) await api.register(each, options)
}
