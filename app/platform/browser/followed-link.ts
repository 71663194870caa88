type Click = Pick<
  MouseEvent,
  'target' | 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'defaultPrevented'
>
type Place = Pick<Location, 'origin' | 'pathname' | 'search'>

/** The link by which a click leaves this page for another one of the site, in the same tab. */
export function followedLink(click: Click, here: Place): HTMLAnchorElement | undefined {
  const { target, button, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = click
  if (defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return undefined
  const link = (target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]')
  if (!link || link.origin !== here.origin || link.hasAttribute('download')) return undefined
  if (link.target !== '' && link.target !== '_self') return undefined
  return isJump(link, here) ? undefined : link
}

/** A jump within the page loads nothing. */
function isJump({ hash, pathname, search }: HTMLAnchorElement, here: Place): boolean {
  return hash !== '' && pathname === here.pathname && search === here.search
}
