import { SCREENS } from '@tributary/contracts';
import type { Mail } from '#platform/mail/index.ts';

/** What identity writes to people. */
export function identityMails(instanceName: string, publicUrl: string) {
  return {
    confirmAddress: (to: string, url: string): Mail => ({
      to,
      subject: `Confirm your address for ${instanceName}`,
      text: `Welcome to ${instanceName}.\n\nOpen this address within a day to confirm that this mailbox is yours:\n\n${url}\n\nIf you did not sign up, do nothing: the account stays closed.\n`,
    }),
    /** Somebody signed up with the address of an existing account; the web answered as for a new one. */
    alreadyRegistered: (to: string): Mail => ({
      to,
      subject: `You already have an account on ${instanceName}`,
      text: `Somebody, probably you, tried to sign up on ${instanceName} with this address, which has an account already.\n\nSign in here:\n\n${publicUrl}/login\n\nIf it was not you, do nothing: nothing was changed.\n`,
    }),
    resetPassword: (to: string, token: string): Mail => ({
      to,
      subject: `Choose a new password for ${instanceName}`,
      text: `Somebody, probably you, asked for a new password on ${instanceName}.\n\nOpen this address within an hour to choose one; you will be signed out everywhere:\n\n${publicUrl}${SCREENS.resetPassword}?token=${encodeURIComponent(token)}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
    }),
    signInCode: (to: string, code: string): Mail => ({
      to,
      subject: `${code} is your code for ${instanceName}`,
      text: `Your code to sign in to ${instanceName}:\n\n${code}\n\nIt works once, within ten minutes. Nobody of ${instanceName} will ever ask you for it.\n\nIf you did not ask for it, do nothing.\n`,
    }),
    confirmNewAddress: (to: string, code: string): Mail => ({
      to,
      subject: `${code} confirms your new address for ${instanceName}`,
      text: `Enter this code within ten minutes to use this address for your account on ${instanceName}:\n\n${code}\n\nIf you did not ask for it, do nothing.\n`,
    }),
    /** Something that opens the account has changed; said at the address that it had until then. */
    securityNotice: (to: string, whatHappened: string): Mail => ({
      to,
      subject: `Your ${instanceName} account was changed`,
      text: `${whatHappened}\n\nIf it was you, there is nothing to do. If it was not, choose a new password at once, which signs everybody else out:\n\n${publicUrl}${SCREENS.login}\n`,
    }),
  };
}
