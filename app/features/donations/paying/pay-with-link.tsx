import { encode } from 'uqr'
import { actionStyle } from '../../../ui/action-style.ts'
import { useDonationsMessages } from '../use-messages.ts'

const QUIET_ZONE = 4

export function PayWithLink({ paymentUrl }: { paymentUrl: string }) {
  const words = useDonationsMessages()
  return (
    <div className="flex flex-col items-center gap-4">
      <QrCode text={paymentUrl} label={words.qr} />
      <p className="text-pretty text-center text-muted text-sm">{words.scan}</p>
      <a href={paymentUrl} className={`${actionStyle.quiet} self-stretch`}>
        {words.openInWallet}
      </a>
    </div>
  )
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: QUIET_ZONE })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-xl bg-white text-black forced-color-adjust-none"
    >
      <path fill="currentColor" d={outline(data)} />
    </svg>
  )
}

function outline(rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
