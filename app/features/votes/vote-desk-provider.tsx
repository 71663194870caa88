import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { useMessages } from '../../platform/browser/messages.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { VotesMessages } from './messages.ts'
import { openVoteChannel } from './vote-channel.ts'
import { createVoteDesk, type VoteDesk } from './vote-desk.ts'
import { fetchOwnVotes, sendVote } from './votes-client.ts'

const VoteDeskContext = createContext<VoteDesk | undefined>(undefined)

export function VoteDeskProvider({ children }: { children: ReactNode }) {
  const words = useMessages<VotesMessages>('votes')
  const spoken = useRef(words)
  spoken.current = words

  const publish = useRef<ReturnType<typeof openVoteChannel>['publish']>(undefined)

  const desk = useMemo(
    () =>
      createVoteDesk({
        send: sendVote,
        onKnown: (npcId, vote) => publish.current?.(npcId, vote),
        onFailure: () => {
          const { error, failed } = spoken.current
          showToast({ title: error, description: failed, variant: 'destructive' })
        },
      }),
    [],
  )

  useEffect(() => {
    // Without an answer the buttons begin unpressed; pressing one still says what the visitor wants.
    fetchOwnVotes().then(desk.learn, () => {})
  }, [desk])

  useEffect(() => {
    const channel = openVoteChannel(desk.follow)
    publish.current = channel.publish
    return () => {
      publish.current = undefined
      channel.close()
    }
  }, [desk])

  return <VoteDeskContext value={desk}>{children}</VoteDeskContext>
}

export function useVoteDesk(): VoteDesk {
  const desk = use(VoteDeskContext)
  if (desk === undefined) throw new Error('there is no VoteDeskProvider above')
  return desk
}
