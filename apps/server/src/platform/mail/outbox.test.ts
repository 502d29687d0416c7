import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';

let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'tributary-outbox-')), 'outbox');
});
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }));

const open = () =>
  createOutbox({ directory, from: 'Tributary <no-reply@example.org>', log: pino({ level: 'silent' }) });

describe('the outbox', () => {
  it('writes each mail to a file that only its owner can read', async () => {
    const outbox = open();
    await outbox.send({
      to: 'ann@example.org',
      language: 'en',
      purpose: 'code',
      subject: 'First',
      text: 'Hello\n',
    });
    await outbox.send({
      to: 'ann@example.org',
      language: 'en',
      purpose: 'code',
      subject: 'Zweiter Gruß',
      text: 'Hello again\n',
    });
    const files = (await readdir(directory)).filter((file) => file.endsWith('.eml')).sort();
    expect(files).toHaveLength(2);
    const [first, second] = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
    expect(first).toMatch(
      /^From: Tributary <no-reply@example.org>\r?\nTo: ann@example.org\r?\nSubject: First/m,
    );
    expect(first).toContain('Hello');
    expect(second).toMatch(/Subject: =\?UTF-8\?/);
    expect((await stat(join(directory, files[0] ?? ''))).mode & 0o077).toBe(0);
  });

  it('returns the newest mails, with text in any script', async () => {
    const outbox = open();
    expect(await outbox.newest(5)).toEqual([]);
    for (const subject of ['First', 'Zweiter Gruß', '三通目']) {
      await outbox.send({
        to: 'ann@example.org',
        language: 'en',
        purpose: 'code',
        subject,
        text: `${subject}: ${'ü'.repeat(200)}\n`,
      });
    }
    const newest = await outbox.newest(2);
    expect(newest.map(({ subject }) => subject)).toEqual(['三通目', 'Zweiter Gruß']);
    expect(newest[0]).toMatchObject({ to: 'ann@example.org', text: `三通目: ${'ü'.repeat(200)}\n` });
  });

  it('prevents header injection through an address or a subject', async () => {
    await open().send({
      to: 'a@example.org\r\nBcc: b@example.org',
      language: 'en',
      purpose: 'code',
      subject: 'x\r\nBcc: c@example.org',
      text: '',
    });
    const file = (await readdir(directory)).find((name) => name.endsWith('.eml'));
    expect(await readFile(join(directory, file ?? ''), 'utf8')).not.toMatch(/^Bcc:/im);
  });
});
