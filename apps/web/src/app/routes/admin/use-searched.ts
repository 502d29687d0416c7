import { getRouteApi } from '@tanstack/react-router';
import type { Searched } from '@/ui/tables/paged-table.tsx';

type MoneyTable =
  | 'charges'
  | 'refunds'
  | 'disputes'
  | 'payouts'
  | 'reconciliation'
  | 'reconciliation/$id'
  | 'webhooks';

type TablePath = `/dashboard/admin/${
  | 'users'
  | 'streams'
  | 'reports'
  | 'reports/appeals'
  | 'verification'
  | 'emotes'
  | 'messages'
  | 'audit'
  | 'money'
  | `money/${MoneyTable}`}`;

/** The filters, order and page of an admin's table, which its page keeps in the address. */
export function useSearched(path: TablePath): Searched {
  const route = getRouteApi(path);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return { search, onSearch: (next) => void navigate({ search: next, resetScroll: false }) };
}
