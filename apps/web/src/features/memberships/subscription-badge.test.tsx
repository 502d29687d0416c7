import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { formatDay } from '@/lib/format/dates.ts';
import { SubscriptionBadge } from './subscription-badge.tsx';

const running = { status: 'active', cancelAtPeriodEnd: false, isGift: false } as const;
const END = '2020-12-24T12:00:00Z';
const textOf = (more: object) =>
  renderToStaticMarkup(<SubscriptionBadge subscription={{ ...running, currentPeriodEnd: END, ...more }} />);

it('shows the end of a canceled or given subscription instead of its status', () => {
  expect(textOf({})).toContain('Active');
  const ends = `Ends ${formatDay(END)}`;
  for (const more of [
    { cancelAtPeriodEnd: true },
    { isGift: true },
    { status: 'trialing', cancelAtPeriodEnd: true },
  ]) {
    expect(textOf(more)).toContain(ends);
    expect(textOf(more)).not.toContain('Active');
  }
  expect(textOf({ status: 'canceled', cancelAtPeriodEnd: true })).toContain('Canceled');
});
