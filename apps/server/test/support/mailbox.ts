/** A mailer that collects mails and waits for the next ones. */
import type { Mail, Mailer } from '#platform/mail/index.ts';

export class Mailbox implements Mailer {
  readonly all: Mail[] = [];
  readonly #waiting = new Set<() => void>();

  async send(mail: Mail): Promise<void> {
    this.all.push(mail);
    for (const wake of this.#waiting) wake();
  }

  to(address: string): Mail[] {
    return this.all.filter(({ to }) => to === address);
  }

  /** The `count`th mail to an address, counted from 1. */
  async next(address: string, count = 1): Promise<Mail> {
    for (;;) {
      const mail = this.to(address)[count - 1];
      if (mail) return mail;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }
}
