/** How channels ask for donations. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertSettings, DonationGoalEdit, DonationPageEdit } from '@tributary/contracts/donations';
import { call } from '@/lib/api.ts';
import { setPushed } from '@/lib/query.ts';
import { useTopic } from '@/lib/realtime/index.ts';

/** A channel's suggested amounts, goal and recent donations, kept current by the socket. */
export function useDonationPage(username: string) {
  const client = useQueryClient();
  const name = username.toLowerCase();
  const query = queryOptions({
    queryKey: ['money', 'donation-page', name],
    queryFn: ({ signal }) =>
      call('GET /api/streamers/:username/donations', { params: { username: name }, signal }),
  });
  useTopic(`donations:${name}`, (message) => {
    if (message.kind === 'snapshot') setPushed(client, query.queryKey, message.data);
  });
  return useQuery(query);
}

/** Whether the goal and recent donations of a channel have loaded, so that content below them can be shown. */
export const useDonationsSettled = (username: string): boolean => useDonationPage(username).isFetched;

const OWN_PAGE = ['money', 'own-donation-page'];

export const useOwnDonationPage = () =>
  useQuery({ queryKey: OWN_PAGE, queryFn: ({ signal }) => call('GET /api/me/donation-page', { signal }) });

function usePageChange<Variables>(
  change: (variables: Variables) => ReturnType<typeof call<'PUT /api/me/donation-page'>>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => void client.setQueryData(OWN_PAGE, saved),
  });
}

export const useSaveDonationPage = () =>
  usePageChange((body: DonationPageEdit) => call('PUT /api/me/donation-page', { body }));

export const useSaveGoal = () =>
  usePageChange((body: DonationGoalEdit) => call('PUT /api/me/donation-goal', { body }));

export const useRemoveGoal = () => usePageChange(() => call('DELETE /api/me/donation-goal'));

const OVERLAY = ['money', 'donation-overlay'];

export const useOverlay = () =>
  useQuery({ queryKey: OVERLAY, queryFn: ({ signal }) => call('GET /api/me/donation-overlay', { signal }) });

function useOverlayChange<Variables>(
  change: (variables: Variables) => ReturnType<typeof call<'PUT /api/me/donation-overlay'>>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => void client.setQueryData(OVERLAY, saved),
  });
}

export const useSaveOverlay = () =>
  useOverlayChange((body: AlertSettings) => call('PUT /api/me/donation-overlay', { body }));

export const useRotateOverlay = () => useOverlayChange(() => call('POST /api/me/donation-overlay/rotate'));

export const useTestAlert = () =>
  useMutation({ mutationFn: () => call('POST /api/me/donation-overlay/test') });
