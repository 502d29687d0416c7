/** The subscribers of a creator's own tiers. */
import { useMoneyPage } from '@/features/payments/index.ts';
import { call } from '@/lib/api.ts';
import type { TableSearch } from '@/lib/table-search.ts';
import { SUBSCRIBERS } from '../lists.ts';

export const useSubscribers = (id: string, search: TableSearch) =>
  useMoneyPage(['subscribers', id], SUBSCRIBERS, search, (query, signal) =>
    call('GET /api/me/tiers/:id/subscribers', { params: { id }, query, signal }),
  );
