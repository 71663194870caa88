import { buildIfStale } from '../../../server/build-site.ts'

export default buildIfStale
