import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../../server/build-site.ts'
import { startDatabaseServer } from '../database/database-server.ts'
import { prepareTemplate } from '../database/test-database.ts'
import { testEnvironment } from './test-environment.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildIfStale()
  const given = testEnvironment.databaseServer
  const server = given ? undefined : await startDatabaseServer()
  if (given) await prepareTemplate(given)
  project.provide('databaseServer', given ?? server?.url ?? '')
  return async () => server?.close()
}
