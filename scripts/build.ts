import { buildIfStale } from '../server/build-site.ts'
import { runScript } from './support/run-script.ts'

await runScript('npm run build; builds the site when its sources have changed', buildIfStale)
