import { expect, it } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { banner } from './banner.ts';

const production = parseConfig({ DEMO: 'false' }, '/srv/tributary');

it('says that the accounts of an earlier demo are disabled', () => {
  const text = (disabledDemoAccounts: number) =>
    banner(production, { signIns: [], disabledDemoAccounts }, '/srv/tributary');
  expect(text(79)).toContain('DEMO is false, so 79 demo accounts are disabled');
  expect(text(0)).not.toContain('demo');
});

it('says where mails go without a mail server', () => {
  const text = (config: typeof production) =>
    banner(config, { signIns: [], disabledDemoAccounts: 0 }, '/srv/tributary');
  expect(text(production)).toContain('SMTP_URL is not set');
  expect(text({ ...production, smtpUrl: 'smtps://mail.example.org' })).not.toContain('SMTP_URL');
});
