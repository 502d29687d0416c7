/** The message for `error`; an unknown code gets a general one. */
export function loginProblem(error: string | undefined): string | undefined {
  switch (error?.toLowerCase()) {
    case undefined:
      return undefined;
    case 'token_expired':
    case 'invalid_token':
      return 'That link has expired or was already used. Sign in to get a new one if you need it.';
    case 'access_denied':
      return 'The sign-in provider didn’t sign you in. Try again, or choose another way.';
    case 'banned':
      return 'This account is banned.';
    case 'account_not_linked':
    case 'email_not_verified':
    case 'unable_to_link_account':
      return 'An account with that email address already exists. Sign in the way you did before.';
    default:
      return 'We couldn’t sign you in. Try again, or choose another way.';
  }
}
