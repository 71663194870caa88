import { writeFile } from 'node:fs/promises'
import { townPicture } from './clip/still.ts'
import { runScript } from './support/run-script.ts'

const PICTURE = new URL('../app/ui/night-town.svg', import.meta.url)

await runScript('npm run make-town; draws app/ui/night-town.svg from the scenery of the clip', () =>
  writeFile(PICTURE, townPicture()),
)
