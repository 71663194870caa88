import { GRACE_MS } from '../../contract.ts'
import { type IngestSocket, openIngestSocket, type Rejection } from './ingest-socket.ts'

export type ConnectionState =
  | { kind: 'connecting' | 'live' | 'reconnecting' | 'hidden' | 'ended' }
  | ({ kind: 'rejected' } & Rejection)

type Listeners = { onOpen(): void; onState(state: ConnectionState): void }

/** Connected while the page is visible, since browsers draw no video of a hidden page. */
export function openVisibleSocket(
  key: string,
  { onOpen, onState }: Listeners,
  signal: AbortSignal,
): () => IngestSocket | undefined {
  let socket: IngestSocket | undefined
  let hiddenAt = Number.POSITIVE_INFINITY

  function connect(): void {
    onState({ kind: 'connecting' })
    socket = openIngestSocket(key, {
      onOpen() {
        onOpen()
        onState({ kind: 'live' })
      },
      onBroken: () => onState({ kind: 'reconnecting' }),
      onRejected: (why) => onState({ kind: 'rejected', ...why }),
    })
  }

  function onVisibilityChange(): void {
    socket?.close()
    socket = undefined
    if (document.hidden) {
      hiddenAt = performance.now()
      onState({ kind: 'hidden' })
    } else if (performance.now() - hiddenAt < GRACE_MS) connect()
    // After the grace period viewers see the stream as ended; unlocking a phone must not put its owner back on air.
    else onState({ kind: 'ended' })
  }

  document.addEventListener('visibilitychange', onVisibilityChange, { signal })
  signal.addEventListener('abort', () => socket?.close())
  onVisibilityChange()
  return () => socket
}
