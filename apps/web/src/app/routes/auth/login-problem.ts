import { t } from '@/lib/messages/t.ts';
/** The message for `error`; an unknown code gets a general one. */
export function loginProblem(error: string | undefined): string | undefined {
  switch (error?.toLowerCase()) {
    case undefined:
      return undefined;
    case 'token_expired':
    case 'invalid_token':
      return t('identity.login.problem.expired');
    case 'access_denied':
      return t('identity.login.problem.denied');
    case 'banned':
      return t('identity.login.problem.banned');
    case 'account_not_linked':
    case 'email_not_verified':
    case 'unable_to_link_account':
      return t('identity.login.problem.exists');
    default:
      return t('identity.login.problem.other');
  }
}
