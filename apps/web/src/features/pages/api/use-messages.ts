import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CONTACT_STATES } from '@tributary/contracts/pages';
import { call } from '@/lib/api.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { ADMIN_KEY } from '@/lib/query.ts';
import { ORDERS, oneOf, type TableSearch } from '@/lib/table-search.ts';

/** The filters of the message list in an address. */
export const messageFilterOf = ({ state, order }: TableSearch) => ({
  state: oneOf(CONTACT_STATES, state),
  order: oneOf(ORDERS, order),
});

export const useMessages = (search: TableSearch) =>
  useTablePage([...ADMIN_KEY, 'contact-messages'], search, messageFilterOf, (query, signal) =>
    call('GET /api/admin/contact-messages', { query, signal }),
  );

export function useSetHandled() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, handled }: { id: string; handled: boolean }) =>
      call('PUT /api/admin/contact-messages/:id/handled', { params: { id }, body: { handled } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}
