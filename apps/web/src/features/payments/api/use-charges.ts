/** Charges, refunds and disputes, for admins. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  CHARGE_STATUSES,
  DISPUTE_STATUSES,
  PURPOSES,
  REFUND_STATUSES,
  type RefundRequest,
} from '@tributary/contracts/payments';
import { call } from '@/lib/api.ts';
import { useTablePage } from '@/lib/paged-query.ts';
import { ADMIN_KEY } from '@/lib/query.ts';
import { dayOf, oneOf, type TableSearch } from '@/lib/table-search.ts';

const KEY = [...ADMIN_KEY, 'charges'];

/** The filters of the list of charges in an address. */
export const chargeFilterOf = ({ q, status, purpose, since, until }: TableSearch) => ({
  q,
  status: oneOf(CHARGE_STATUSES, status),
  purpose: oneOf(PURPOSES, purpose),
  since: dayOf(since),
  until: dayOf(until),
});

export const useCharges = (search: TableSearch) =>
  useTablePage([...KEY, 'list'], search, chargeFilterOf, (query, signal) =>
    call('GET /api/admin/charges', { query, signal }),
  );

export const useRefunds = (search: TableSearch) =>
  useTablePage(
    [...KEY, 'refunds'],
    search,
    ({ status }) => ({ status: oneOf(REFUND_STATUSES, status) }),
    (query, signal) => call('GET /api/admin/refunds', { query, signal }),
  );

export const useDisputes = (search: TableSearch) =>
  useTablePage(
    [...KEY, 'disputes'],
    search,
    ({ status }) => ({ status: oneOf(DISPUTE_STATUSES, status) }),
    (query, signal) => call('GET /api/admin/disputes', { query, signal }),
  );

/** How often a charge is read again while a refund of it is on its way. */
const PENDING_MS = 3_000;

export const useCharge = (id: string) =>
  useQuery({
    queryKey: [...KEY, id],
    queryFn: ({ signal }) => call('GET /api/admin/charges/:id', { params: { id }, signal }),
    // Its provider changes it too: a dispute may have arrived since the last visit.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.refunds.some(({ status }) => status === 'pending') ? PENDING_MS : false,
  });

function useChargeChange<Variables>(change: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => client.invalidateQueries({ queryKey: KEY }) });
}

export const useRefundCharge = (id: string) =>
  useChargeChange((body: RefundRequest) =>
    call('POST /api/admin/charges/:id/refunds', { params: { id }, body }),
  );

export const useConfirmCryptoRefund = (id: string) =>
  useChargeChange((body: { transactionHash: string; reason: string }) =>
    call('POST /api/admin/charges/:id/crypto-refund', { params: { id }, body }),
  );

export const useCloseRefund = () =>
  useChargeChange(({ id, reason }: { id: string; reason: string }) =>
    call('POST /api/admin/refunds/:id/close', { params: { id }, body: { reason } }),
  );

export const useSubmitEvidence = (id: string) =>
  useChargeChange((evidence: string) =>
    call('POST /api/admin/disputes/:id/evidence', { params: { id }, body: { evidence } }),
  );
