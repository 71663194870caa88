import { useEffect, useState } from 'react'

type PlayerComponent = typeof import('./player/player.tsx')['Player']

const RETRY_MS = 2_000

/** The player's code, loaded once there is something to play; undefined until then. */
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
        timer = setTimeout(load, RETRY_MS)
      }
    }
    void load()
    return () => clearTimeout(timer)
  }, [isMissing])
  return Player
}
