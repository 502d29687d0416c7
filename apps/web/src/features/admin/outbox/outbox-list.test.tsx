import { expect, it } from 'vitest';
import { textOf } from '../../../../test/support/markup.tsx';
import { OutboxList } from './outbox-list.tsx';

const shown = (instance: { sendsMail: boolean; demo: boolean }, mails: object[] = []) =>
  textOf(<OutboxList />, [
    [['GET /api/instance', {}], instance],
    [['GET /api/admin/outbox', {}], { mails }],
  ]);

it('shows admins of a demo the emails that wait', async () => {
  const mail = {
    id: 'a',
    to: 'ada@example.org',
    subject: 'Confirm',
    text: 'Open this link',
    sentAt: '2026-11-20T10:00:00Z',
  };
  const text = await shown({ sendsMail: false, demo: true }, [mail]);
  expect(text).toMatch(/Confirm.*ada@example\.org.*Open this link/);
  expect(await shown({ sendsMail: false, demo: true })).toContain('No emails yet');
});

it('says where emails wait on other instances, since their links open accounts', async () => {
  expect(await shown({ sendsMail: false, demo: false })).toContain('Emails wait on the server');
  expect(await shown({ sendsMail: true, demo: false })).toContain('Emails are sent');
});
