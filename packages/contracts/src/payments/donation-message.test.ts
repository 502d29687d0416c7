import { describe, expect, it } from 'vitest';
import { donationCheckout } from './checkouts.ts';

const messageOf = (message: string) =>
  donationCheckout.safeParse({
    purpose: 'donation',
    method: 'stripe',
    idempotencyKey: '019a0000-0000-4000-8000-000000000000',
    streamerId: '019a0000-0000-7000-8000-000000000000',
    amount: 500,
    message,
  });

describe('the message of a donation', () => {
  it.each([
    ['Hello\u202e\nworld\u0007', 'Hello world'],
    ['\u2066left\u2069 and \u200fright', 'left and right'],
    ['in\u200bvisible\ufeff', 'in visible'],
    ['Family 👩‍👩‍👧 and می‌خواهم stay whole', 'Family 👩‍👩‍👧 and می‌خواهم stay whole'],
    ['<b>Tags</b> & "quotes" are text', '<b>Tags</b> & "quotes" are text'],
  ])('keeps no control or bidirectional characters of %j', (given, kept) => {
    expect(messageOf(given).data?.message).toBe(kept);
  });

  it.each([
    'see https://evil.example/x',
    'see javascript://alert',
    'WWW.evil.test',
    'visit evil.com now',
    'evil.CO/offer',
    'пример.ru',
    'ex\u200bample.io',
  ])('is refused with a link: %j', (message) => {
    expect(messageOf(message).error?.issues).toMatchObject([
      { path: ['message'], message: 'Leave out links to websites.' },
    ]);
  });

  it.each(['Great stream.Thank you', '3.5 stars', 'You rock... come back', 'node.js is fun', 'a:b c/d'])(
    'is accepted without a link: %j',
    (message) => {
      expect(messageOf(message).success).toBe(true);
    },
  );
});
