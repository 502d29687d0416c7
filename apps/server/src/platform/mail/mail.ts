/**
 * Any visitor can request `reset`, `code` and `confirmation`; `security` reports a change to the owner of an account.
 * `receipt` goes to an unverified address after a payment.
 */
export type MailPurpose = 'reset' | 'code' | 'confirmation' | 'security' | 'notification' | 'receipt';

export interface Mail {
  readonly to: string;
  /** The purpose by which the mail is limited. */
  readonly purpose: MailPurpose;
  readonly subject: string;
  /** Plain text with lines of any length. */
  readonly text: string;
  /** One-click unsubscribe URL (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Headers that are derived from the mail's other properties. */
export const headersOf = ({ unsubscribeUrl }: Mail): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

export interface Mailer {
  /**
   * Resolves once the mail was accepted for delivery, or dropped beyond a limit.
   * @throws Error if it was not accepted
   */
  send(mail: Mail): Promise<void>;
}
