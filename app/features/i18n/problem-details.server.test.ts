import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { problemDetails, translateDetail } from './problem-details.server.ts'

test('every sentence that is translated is one that the server says', async () => {
  const sources: string[] = []
  for await (const path of glob('app/{features/donations,platform}/**/*.ts'))
    sources.push(await readFile(path, 'utf8'))
  const said = sources.join('\n')
  expect(Object.keys(problemDetails).filter((sentence) => !said.includes(sentence))).toEqual([])
})

test('a sentence is told in the language of the visitor, an unknown one as it is', () => {
  expect(translateDetail('There is no such NPC.', 'de')).toBe('Diesen NPC gibt es nicht.')
  expect(translateDetail('There is no such NPC.', 'en')).toBe('There is no such NPC.')
  expect(translateDetail('_HLS_msn takes a whole number.', 'de')).toBe('_HLS_msn takes a whole number.')
})
