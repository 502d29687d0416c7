/** The text printed after the start: addresses, sign-ins and the data directory. */
import { relative } from 'node:path';
import { styleText } from 'node:util';
import type { Config } from '#config/config.ts';

/** An account of a demo instance, printed because its password is random. */
export interface SignIn {
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

export interface Started {
  readonly signIns: readonly SignIn[];
  readonly disabledDemoAccounts: number;
}

export function banner(
  config: Config,
  { signIns, disabledDemoAccounts }: Started,
  directory: string,
): string {
  const inside = relative(directory, config.dataDir);
  const data = inside.startsWith('..') ? config.dataDir : `./${inside}`;
  const lines: [label: string, value: string][] = [
    ['Watch', styleText('cyan', config.publicUrl)],
    ['Publish', styleText('cyan', config.rtmpUrl)],
    ...signIns.map(({ role, email, password }): [string, string] => [
      `Sign in as ${role}`,
      `${email}  ${password}`,
    ]),
    ...(disabledDemoAccounts > 0
      ? line('Demo', `DEMO is false, so ${disabledDemoAccounts} demo accounts are disabled`)
      : []),
    ...(config.smtpUrl === null && !config.demo
      ? line('Mail', 'SMTP_URL is not set, so mails (sign-up links too) go to the outbox directory')
      : []),
    ['Data', config.databaseUrl === null ? data : `${data}, and the database of DATABASE_URL`],
  ];
  const width = Math.max(...lines.map(([label]) => label.length)) + 2;
  const title = `${styleText('bold', config.instanceName)} ${styleText('dim', config.version)}${config.demo ? styleText('dim', '  demo instance') : ''}`;
  const body = lines.map(([label, value]) => `  ${styleText('dim', label.padEnd(width))}${value}`);
  return `\n  ${title}\n\n${body.join('\n')}\n\n  ${styleText('dim', 'Press Ctrl-C to stop. All data is kept.')}\n\n`;
}

const line = (label: string, value: string): [label: string, value: string][] => [[label, value]];
