import { useEffect, useState } from 'react'

type PlayerComponent = typeof import('./player/player.tsx')['Player']

const TRY_AGAIN_MS = 2_000

/** The player's code, fetched when there is something to play. Undefined until it is here. */
export function usePlayer(isWanted: boolean): PlayerComponent | undefined {
  const [Player, setPlayer] = useState<PlayerComponent>()
  const isMissing = isWanted && Player === undefined
  useEffect(() => {
    if (!isMissing) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    async function load(): Promise<void> {
      try {
        const { Player: loaded } = await import('./player/player.tsx')
        setPlayer(() => loaded)
      } catch {
        timer = setTimeout(load, TRY_AGAIN_MS)
      }
    }
    void load()
    return () => clearTimeout(timer)
  }, [isMissing])
  return Player
}
