import { prepareFolder } from './prepared-folder.ts'

export default prepareFolder
