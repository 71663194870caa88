/** Used when the messages could not be loaded. */
export const errorInEnglish = {
  home: 'NPC Stream, home',
  backHome: 'Return to Home',
  errorLead: 'Something broke on our side. Please try once more.',
  retry: 'Try again',
}
