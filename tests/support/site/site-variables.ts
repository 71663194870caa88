import { fileURLToPath } from 'node:url'
import { testEnvironment } from './test-environment.ts'

export const VISITOR_SECRET = 'for tests only'

/** For a site, or a script, that uses this database. */
export function databaseVariables(url: string) {
  return { DATABASE_URL: url, VISITOR_SECRET }
}

/** Scripts start sooner with the code that an earlier start has compiled. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../node_modules/.cache/npc-stream', import.meta.url)),
}

/** For a script that works with a running site. */
export function scriptVariables(site: { dataDir: string; databaseUrl: string }): Record<string, string> {
  return {
    PATH: testEnvironment.path,
    HOME: testEnvironment.home,
    DATA_DIR: site.dataDir,
    ...COMPILE_CACHE,
    ...(testEnvironment.databaseServer && databaseVariables(site.databaseUrl)),
  }
}
