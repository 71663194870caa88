/** The desk speaks English alone. Each folder beside this file has the words of its own screens. */
export const words = {
  title: 'NPC Stream desk',
  loading: 'Loading…',
  retry: 'Try again',
  pageTitle: '{page} · NPC Stream desk',
  failed: 'The desk does not answer. Check that the site runs, then try again.',
  menu: 'Desk',
  toLight: 'Light theme',
  toDark: 'Dark theme',
  signOut: 'Sign out',
  notForYou: 'Only an operator can open this page.',
  signedInAs: 'You are signed in as {name}.',
  asNpc: 'You look after NPC {npc}.',
}
