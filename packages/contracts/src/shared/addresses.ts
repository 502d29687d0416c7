/** The slug that leads to a channel's live stream, or to its offline page. */
export const LIVE_SLUG = 'live';

/** Pages of the web app that emails and redirects lead to. */
export const SCREENS = {
  /** Requires `?token=`. */
  resetPassword: '/reset-password',
  /** Shows the reason of a ban, and takes an appeal; requires `?token=`. */
  appeal: '/appeal',
  /** Requests the mail with that token. */
  recovery: '/login?step=recovery',
  /** Asks for the second factor of a started sign-in. */
  secondFactor: '/login?step=second-factor',
  /** Has `&from=`: the address is confirmed, but in a browser that did not sign up. */
  confirmed: '/login?step=confirmed',
  /** Has `?error=` if an OpenID Connect sign-in or a link from an email failed. */
  login: '/login',
} as const;
