import { expect, test } from 'vitest'
import { nameCommands } from './release.ts'

const TEXT = 'start it with "npm start"; npm run backup -- FILE, npm run sql --help, or npm run demo'

test('a release names the commands that it has', () => {
  expect(nameCommands(TEXT, true)).toBe(
    'start it with "./npc-stream"; ./npc-stream backup FILE, ./npc-stream sql --help, or ./npc-stream demo',
  )
})

test('a clone names those of npm', () => {
  expect(nameCommands(TEXT, false)).toBe(TEXT)
})
