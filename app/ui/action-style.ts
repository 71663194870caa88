const BASE =
  'inline-flex min-h-11 items-center justify-center rounded-xl border px-5 py-2.5 font-semibold transition-transform active:translate-y-px motion-reduce:transition-none'

/** Links and buttons that act share one style. */
export const actionStyle = {
  primary: `${BASE} border-transparent bg-quest text-on-quest hover:brightness-105`,
  danger: `${BASE} border-live-text bg-surface text-live-text hover:brightness-110`,
  quiet: `${BASE} border-line bg-surface text-text hover:border-muted`,
}
