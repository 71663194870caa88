const THIS_MACHINE = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']

/** A listener's host as a person at this machine types it. */
export function hostInAddress(host: string): string {
  if (THIS_MACHINE.includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
