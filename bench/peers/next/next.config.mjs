import { fileURLToPath } from 'node:url'

/** Its own root, so that Next.js does not take our lockfile for its own. */
export default { turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) } }
