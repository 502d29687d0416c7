/** The slug that always leads to the channel's running stream, or to its offline page. */
export const LIVE_SLUG = 'live';

/** Screens of the web app that mails and redirects lead to. */
export const SCREENS = {
  /** With `?token=`. */
  resetPassword: '/reset-password',
  /** Asks for the second factor of a sign-in that has begun. */
  secondFactor: '/login?step=second-factor',
  /** With `?error=` where a sign-in elsewhere or a link from a mail came to nothing. */
  login: '/login',
} as const;
