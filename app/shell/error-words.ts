/** The few words that every page carries, for the case that no others could be had. */
export const errorInEnglish = {
  home: 'NPC Stream, home',
  backHome: 'Return to Home',
  errorLead: 'Something broke on our side. Please try once more.',
  retry: 'Try again',
}
