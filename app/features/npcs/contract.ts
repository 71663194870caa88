export type Npc = {
  id: string
  name: string
  avatar: string | null
  x_account: string | null
  description: string
  likes: number
  dislikes: number
  is_live: boolean
  is_position_open: boolean
}

export const NPC_ID = /^[1-9]\d{0,8}$/
