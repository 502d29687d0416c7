/** The account where a creator receives payments on a chain. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';

const ACCOUNT = ['money', 'crypto-account'];

export const useCryptoAccount = () =>
  useQuery({ queryKey: ACCOUNT, queryFn: ({ signal }) => call('GET /api/me/crypto-account', { signal }) });

export const usePreviewAccount = () =>
  useMutation({
    mutationFn: (extendedPublicKey: string) =>
      call('POST /api/me/crypto-account/preview', { body: { extendedPublicKey } }),
  });

export function useLinkAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { extendedPublicKey: string; firstAddress: string }) =>
      call('PUT /api/me/crypto-account', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ACCOUNT }),
  });
}

export function useUnlinkAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/me/crypto-account'),
    onSuccess: () => client.invalidateQueries({ queryKey: ACCOUNT }),
  });
}
