import { actionStyle } from '../../ui/action-style.ts'
import { reasonAgainstPasskeys } from './passkey-client.ts'
import { words } from './words.ts'

type Props = { label: string; alternative: string; isRunning: boolean; onPress(): void }

/** Where passkeys do not work it says so, and the password below is the way. */
export function PasskeyButton({ label, alternative, isRunning, onPress }: Props) {
  const reason = reasonAgainstPasskeys()
  if (reason) return <p className="mb-3">{reason}</p>
  return (
    <>
      <button type="button" className={actionStyle.primary} aria-disabled={isRunning} onClick={onPress}>
        {label}
      </button>
      <p className="text-muted text-sm">{words.passkeyNote}</p>
      <h3 className="mt-4 font-semibold">{alternative}</h3>
    </>
  )
}
