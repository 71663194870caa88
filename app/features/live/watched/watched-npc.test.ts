import { expect, test } from 'vitest'
import type { Npc } from '../../npcs/contract.ts'
import { watchedNpc } from './watched-npc.ts'

const npc = (id: string): Npc => ({
  id,
  name: `NPC ${id}`,
  avatar: null,
  x_account: null,
  description: '',
  likes: 0,
  dislikes: 0,
  is_live: false,
  is_position_open: false,
})

test('the watched NPC is the one with the live page, wherever the list has it', () => {
  expect(watchedNpc([npc('1'), npc('2')])).toEqual({ npc: npc('1'), isFirst: true })
  expect(watchedNpc([npc('0'), npc('1')])).toEqual({ npc: npc('1'), isFirst: false })
  expect(watchedNpc([npc('2')])).toBeUndefined()
})
