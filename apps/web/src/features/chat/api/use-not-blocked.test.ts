import { userId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { withoutBlocked } from './use-not-blocked.ts';

const ADA = userId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const BEN = userId.parse('01890a5d-ac96-774b-bcce-b302099a8059');

it('hides messages of blocked people, also where others quote them', () => {
  const quote = (id: typeof ADA) => ({
    number: 1,
    text: 'first',
    author: { id, username: 'x', displayName: 'X' },
  });
  const messages = [
    { author: { id: BEN }, replyTo: null },
    { author: { id: ADA }, replyTo: quote(BEN) },
    { author: { id: ADA }, replyTo: quote(ADA) },
  ];
  expect(withoutBlocked(messages, new Set([BEN]))).toEqual([
    { author: { id: ADA }, replyTo: null },
    messages[2],
  ]);
  expect(withoutBlocked(messages, new Set())).toBe(messages);
});
