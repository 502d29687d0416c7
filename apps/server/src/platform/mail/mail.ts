/** The door through which mail leaves; what stands behind it is the instance's choice. */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, lines as long as they like. */
  readonly text: string;
}

export interface Mailer {
  /** Resolves once the mail is in safe hands. @throws Error where it is not */
  send(mail: Mail): Promise<void>;
}
