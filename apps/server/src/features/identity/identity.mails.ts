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
  };
}
