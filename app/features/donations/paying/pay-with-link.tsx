import type { ReactNode } from 'react'
import { encode } from 'uqr'
import { actionStyle } from '../../../ui/action-style.ts'
import { useDonationsMessages } from '../use-messages.ts'

const QUIET_ZONE = 4

type Props = {
  /** Undefined until the payment has been prepared. */
  paymentUrl: string | undefined
  /** On the device that shows the code, a link is the nearer way. */
  isTouch: boolean
  isMainWay: boolean
  children: ReactNode
}

export function PayWithLink({ paymentUrl, isTouch, isMainWay, children }: Props) {
  const words = useDonationsMessages()
  const link = (
    <div className="min-h-11">
      {paymentUrl && (
        <a
          href={paymentUrl}
          className={`${isTouch && isMainWay ? actionStyle.primary : actionStyle.quiet} w-full text-center`}
        >
          {words.openInWallet}
        </a>
      )}
    </div>
  )
  return (
    <div className="@container flex flex-col gap-4">
      {isTouch && link}
      <div className="flex @sm:flex-row flex-col items-center gap-4 @sm:text-left text-center">
        <div className="size-48 shrink-0 rounded-xl bg-white">
          {paymentUrl && <QrCode text={paymentUrl} label={words.qr} />}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-4 self-stretch @sm:self-center">
          {children}
          {!isTouch && link}
        </div>
      </div>
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
      className="size-full rounded-xl bg-white text-black forced-color-adjust-none"
    >
      <path fill="currentColor" d={outline(data)} />
    </svg>
  )
}

function outline(rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
