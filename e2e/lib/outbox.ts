import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** All emails that an instance without a mail server has written to its outbox, oldest first. */
async function mails(dataDir: string): Promise<Mail[]> {
  const directory = join(dataDir, 'outbox');
  const files = await readdir(directory).catch(() => []);
  const written = files.filter((file) => file.endsWith('.json')).sort();
  return Promise.all(written.map(async (file) => JSON.parse(await readFile(join(directory, file), 'utf8'))));
}

/** Waits for an email to `to` whose subject matches, and returns the newest. */
export async function mailTo(dataDir: string, to: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect
    .poll(async () => {
      found = (await mails(dataDir)).findLast((mail) => mail.to === to && subject.test(mail.subject));
      return found !== undefined;
    })
    .toBe(true);
  if (!found) throw new Error(`There is no email to ${to} with a subject like ${subject}`);
  return found;
}

/** The first link in an email. */
export function linkIn({ text }: Mail): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (!link) throw new Error(`There is no link in:\n${text}`);
  return link;
}

/** The six-digit code in an email. */
export function codeIn({ text }: Mail): string {
  const [code] = /\b\d{6}\b/.exec(text) ?? [];
  if (!code) throw new Error(`There is no code in:\n${text}`);
  return code;
}
