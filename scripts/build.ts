import { buildIfStale } from '../server/build-site.ts'
import { runScript } from './support/run-script.ts'

await runScript('npm run build; builds the site if its sources have changed', buildIfStale)
