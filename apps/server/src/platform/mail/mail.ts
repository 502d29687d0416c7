export interface Mail {
  readonly to: string;
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
  /** Resolves once the mail was accepted for delivery. @throws Error if it was not */
  send(mail: Mail): Promise<void>;
}
