import { expect, it } from 'vitest';
import { adminFrom } from './consent.ts';
import { parseAccounts, parseLoadOptions } from './options.ts';

const CONSENT = '--i-operate-this-instance';

it('refuses to send load without a sentence of the operator, and without an admin', () => {
  expect(() => parseLoadOptions(['--url', 'http://localhost:8080'])).toThrow('if you operate it');
  expect(() => adminFrom({})).toThrow('An admin of the instance has to agree');
});

it('refuses flags that are not valid, and names them', () => {
  expect(() => parseLoadOptions([CONSENT])).toThrow('--url');
  expect(() => parseLoadOptions([CONSENT, '--url', 'ftp://example.org'])).toThrow('--url');
  expect(() => parseLoadOptions([CONSENT, '--url', 'http://a.example', '--viewers', 'many'])).toThrow(
    '--viewers',
  );
  expect(() => parseLoadOptions([CONSENT, '--url', 'http://a.example', '--chatters', '2'])).toThrow(
    '2 accounts are needed, and the file has 0',
  );
});

it('reads accounts as a loop of the command prints them', () => {
  const account = { email: 'a@example.org', password: 'p', streamKey: 'k', username: 'a' };
  const printed = `${JSON.stringify(account, null, 2)}\n${JSON.stringify(account, null, 2)}\n`;
  expect(parseAccounts(printed)).toHaveLength(2);
  expect(parseAccounts('')).toEqual([]);
});
