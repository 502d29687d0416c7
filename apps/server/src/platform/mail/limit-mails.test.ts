import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Mailbox } from '../../../test/support/mailbox.ts';
import { createLog } from '../log/log.ts';
import { createMemoryState } from '../shared-state/index.ts';
import { createInstanceMail } from './instance-mail.ts';
import { limitMails } from './limit-mails.ts';
import type { Mail, MailPurpose } from './mail.ts';

const log = createLog('silent');
const mail = (to: string, purpose: MailPurpose = 'code'): Mail => ({
  to,
  language: 'en',
  purpose,
  subject: 's',
  text: 't\n',
});

describe('a limited mailer', () => {
  it('sends one address ten mails of a purpose within an hour, subaddresses included', async () => {
    let now = 0;
    const mailbox = new Mailbox();
    const mailer = limitMails(
      mailbox,
      createMemoryState(() => now),
      log,
    );
    for (let n = 0; n < 8; n++) await mailer.send(mail('ann@example.org'));
    for (let n = 0; n < 8; n++) await mailer.send(mail(`Ann+${n}@example.org`));
    expect(mailbox.all).toHaveLength(10);
    now = 3_600_000;
    await mailer.send(mail('ann@example.org'));
    expect(mailbox.all).toHaveLength(11);
  });

  it('counts addresses and purposes separately', async () => {
    const mailbox = new Mailbox();
    const mailer = limitMails(
      mailbox,
      createMemoryState(() => 0),
      log,
    );
    for (let n = 0; n < 12; n++) await mailer.send(mail('ann@example.org', 'notification'));
    await mailer.send(mail('ann@example.org', 'security'));
    await mailer.send(mail('bob@example.org', 'notification'));
    expect(mailbox.all).toHaveLength(12);
  });
});

it('limits the mail of an instance', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-mail-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = { smtpUrl: null, mailFrom: 'Test <no-reply@example.org>', dataDir, demo: true };
  const { mailer, readableOutbox } = createInstanceMail(config, createMemoryState(), log, () => null);
  for (let n = 0; n < 12; n++) await mailer.send(mail('ann@example.org'));
  expect(await readableOutbox?.newest(50)).toHaveLength(10);
});
