const THIS_MACHINE = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost']

/** A listener's host for a URL to open on this machine. */
export function hostInAddress(host: string): string {
  if (THIS_MACHINE.includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
