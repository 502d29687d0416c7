/** A viewer's subscriptions. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';
import { pagedQuery } from '@/lib/paged-query.ts';

const subscriptionsQuery = pagedQuery(['money', 'subscriptions'], (query, signal) =>
  call('GET /api/me/subscriptions', { query, signal }),
);

export const useSubscriptions = () => useInfiniteQuery(subscriptionsQuery);
