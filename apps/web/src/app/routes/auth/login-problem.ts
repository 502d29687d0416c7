/** The sentence for `error`; a code that we do not know says no more than that it failed. */
export function loginProblem(error: string | undefined): string | undefined {
  switch (error?.toLowerCase()) {
    case undefined:
      return undefined;
    case 'token_expired':
    case 'invalid_token':
      return 'That link is older than a day or was used already. Sign in, and a new one is sent where it is needed.';
    case 'access_denied':
      return 'The other provider did not sign you in.';
    case 'banned':
      return 'This account is banned.';
    case 'account_not_linked':
    case 'email_not_verified':
    case 'unable_to_link_account':
      return 'An account with that address exists already. Sign in to it the way you did before.';
    default:
      return 'Signing in did not work. Try again, or choose another way.';
  }
}
