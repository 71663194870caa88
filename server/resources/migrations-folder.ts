import { fileURLToPath } from 'node:url'

export const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url))
