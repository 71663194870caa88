import { buildIfStale } from '../../../scripts/build.ts'

export default buildIfStale
