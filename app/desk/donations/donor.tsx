/** Isolated: a name may be written from right to left. */
export function Donor({ username, xAccount }: { username: string; xAccount: string | null }) {
  return (
    <span className="min-w-0 break-words">
      <bdi className="font-semibold">{username}</bdi>
      {xAccount !== null && <bdi className="text-muted"> @{xAccount}</bdi>}
    </span>
  )
}
