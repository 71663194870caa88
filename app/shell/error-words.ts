/** Used when the messages could not be loaded. */
export const errorInEnglish = {
  home: '{site}, home',
  backHome: 'Return to Home',
  errorTitle: 'Unexpected Application Error!',
  errorLead: 'Something went wrong on our side. Please try again.',
  retry: 'Try again',
}
