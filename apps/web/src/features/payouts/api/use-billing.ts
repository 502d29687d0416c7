/** What a person has paid. */
import { useQuery } from '@tanstack/react-query';
import { PURPOSES, type Purpose } from '@tributary/contracts/payments';
import { call } from '@/lib/api.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { oneOf, type TableSearch } from '@/lib/table-search.ts';

/** The kind of payment that a list shows. */
export const purposeOf = ({ status }: TableSearch) => oneOf(PURPOSES, status);

export const usePayments = (search: TableSearch, purpose: Purpose | undefined) =>
  useTablePage(
    ['money', 'payments', purpose ?? 'all'],
    search,
    () => ({ purpose }),
    (query, signal) => call('GET /api/me/payments', { query, signal }),
  );

export const useReceipt = (id: string) =>
  useQuery({
    queryKey: ['money', 'receipt', id],
    queryFn: ({ signal }) => call('GET /api/me/payments/:id/receipt', { params: { id }, signal }),
  });
