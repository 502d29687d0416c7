import { directionOf, type Language } from '@tributary/messages/languages';
import { type MailLogo, mailHtml } from './mail-html.ts';

/**
 * Any visitor can request `reset`, `code` and `confirmation`; `security` reports a change to the owner of an account.
 * `receipt` goes to an unverified address after a payment.
 */
export type MailPurpose = 'reset' | 'code' | 'confirmation' | 'security' | 'notification' | 'receipt';

export interface Mail {
  readonly to: string;
  /** The language of its texts. */
  readonly language: Language;
  /** The purpose by which the mail is limited. */
  readonly purpose: MailPurpose;
  readonly subject: string;
  /** Plain text with lines of any length. */
  readonly text: string;
  /** One-click unsubscribe URL (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** The headers and texts of a mail as they are sent; with a logo, as HTML as well. */
export const compose = (mail: Mail, logo: MailLogo | null = null) => ({
  to: mail.to,
  subject: directed(mail.subject, mail.language),
  text: directed(mail.text, mail.language),
  headers: headersOf(mail),
  ...(logo !== null && { html: mailHtml(mail.text, mail.language, logo) }),
});

/**
 * Plain text states no direction, so mail programs take that of the first letter of each line. Lines of an Arabic mail
 * that start with a name in Latin script get a mark (U+200F) before it. Those with a link alone stay as they are.
 */
function directed(text: string, language: Language): string {
  if (directionOf(language) === 'ltr') return text;
  return text.replaceAll(/^[^\p{L}\n]*\p{Script=Latin}.*$/gmu, (line) =>
    /^https?:\/\/\S+$/.test(line) ? line : `\u200f${line}`,
  );
}

const headersOf = ({ language, unsubscribeUrl }: Mail): Record<string, string> => ({
  // RFC 3282, section 2.
  'Content-Language': language,
  ...(unsubscribeUrl !== undefined && {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

export interface Mailer {
  /**
   * Resolves once the mail was accepted for delivery, or dropped beyond a limit.
   * @throws Error if it was not accepted
   */
  send(mail: Mail): Promise<void>;
}
