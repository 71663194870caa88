import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { inOwnTask } from '../../platform/browser/in-own-task.ts'
import { showToast } from '../../ui/toast.tsx'
import { createOptimisticVotes, type OptimisticVotes } from './optimistic-votes.ts'
import { useVotesMessages } from './use-messages.ts'
import { openVoteChannel } from './vote-channel.ts'
import { fetchOwnVotes, sendVote } from './votes-client.ts'

const VotesContext = createContext<OptimisticVotes | undefined>(undefined)

export function VotesProvider({ children }: { children: ReactNode }) {
  const words = useVotesMessages()
  const spoken = useRef(words)
  spoken.current = words

  const publish = useRef<ReturnType<typeof openVoteChannel>['publish']>(undefined)

  const votes = useMemo(
    () =>
      createOptimisticVotes({
        send: sendVote,
        onConfirmed: (npcId, vote) => publish.current?.(npcId, vote),
        onFailure: () => {
          const { error, failed } = spoken.current
          showToast({ title: error, description: failed, variant: 'destructive' })
        },
      }),
    [],
  )

  useEffect(
    () =>
      inOwnTask(() => {
        // Without an answer the buttons start unpressed; pressing one still sets the vote.
        void fetchOwnVotes().then(votes.setInitial, () => {})
      }),
    [votes],
  )

  useEffect(() => {
    const channel = openVoteChannel(votes.followTab)
    publish.current = channel.publish
    return () => {
      publish.current = undefined
      channel.close()
    }
  }, [votes])

  return <VotesContext value={votes}>{children}</VotesContext>
}

export function useVotes(): OptimisticVotes {
  const votes = use(VotesContext)
  if (votes === undefined) throw new Error('there is no VotesProvider above')
  return votes
}
