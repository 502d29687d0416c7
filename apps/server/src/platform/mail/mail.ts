/** The door through which mail leaves; what stands behind it is the instance's choice. */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, lines as long as they like. */
  readonly text: string;
  /** Where a mail program posts when its reader wants no more like it (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** What a mail says to programs beside its text. */
export const headersOf = ({ unsubscribeUrl }: Mail): Record<string, string> =>
  unsubscribeUrl === undefined
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

export interface Mailer {
  /** Resolves once the mail is in safe hands. @throws Error where it is not */
  send(mail: Mail): Promise<void>;
}
