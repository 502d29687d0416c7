import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { VerificationForm } from '@tributary/contracts';
import { call } from '@/lib/api.ts';

const verificationQuery = queryOptions({
  queryKey: ['verification'],
  queryFn: ({ signal }) => call('GET /api/me/verification', { signal }),
});

/** How one's own verification stands. */
export function useVerification() {
  return useQuery(verificationQuery);
}

export function useRequestVerification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: VerificationForm) => call('POST /api/me/verification', { body }),
    onSuccess: (own) => client.setQueryData(verificationQuery.queryKey, own),
  });
}
