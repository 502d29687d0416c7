/** Payment providers, for admins. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PaymentProvider } from '@tributary/contracts/payments';
import { call } from '@/lib/api.ts';
import { ADMIN_KEY } from '@/lib/query.ts';

const KEY = [...ADMIN_KEY, 'payment-providers'];

export const useProviders = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('GET /api/admin/payment-providers', { signal }) });

function useProviderChange<Variables>(change: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export const useSaveKeys = (provider: PaymentProvider) =>
  useProviderChange((keys: Record<string, string>) =>
    call('PUT /api/admin/payment-providers/:provider/keys', { params: { provider }, body: { keys } }),
  );

export const useRemoveKeys = (provider: PaymentProvider) =>
  useProviderChange((_: null) =>
    call('DELETE /api/admin/payment-providers/:provider/keys', { params: { provider } }),
  );

export const useTestProvider = (provider: PaymentProvider) =>
  useMutation({
    mutationFn: () => call('POST /api/admin/payment-providers/:provider/test', { params: { provider } }),
  });
