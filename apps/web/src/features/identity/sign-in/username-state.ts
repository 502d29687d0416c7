import { username } from '@tributary/contracts/shared';
import { useEffect, useState } from 'react';
import { useApi } from '@/lib/api/use-api.ts';

/** The pause in typing after which the username is looked up. */
const PAUSE_MS = 400;

/** Whether the username that is typed is free; undefined while it is typed, unknown or not valid. */
export function useUsernameState(typed: string): 'free' | 'taken' | 'reserved' | undefined {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data: name = '', success } = username.safeParse(settled.trim().toLowerCase());
  const { data } = useApi(
    'GET /api/usernames/:username',
    { params: { username: name } },
    // Without an answer, the sign-up itself tells.
    { enabled: success, retry: false, staleTime: 10_000 },
  );
  return success && settled === typed ? data?.state : undefined;
}
