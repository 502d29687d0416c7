/** Where a recording starts that plays before the app is loaded. */
import { call } from '@/lib/api/client.ts';
import { wasSignedIn } from '@/lib/session/signed-in-hint.ts';
import { readStartTime } from './start-time.ts';
import { readPosition } from './stored-positions.ts';

/** A server that takes longer is not waited for; the app corrects the position. */
const POSITION_LIMIT_MS = 500;

/**
 * @param search the query of the page's address
 * @returns seconds: the position in the link, or where the viewer stopped, on any device where they are signed in
 */
export async function earlyStart(id: string, search: string): Promise<number> {
  const linked = readStartTime(new URLSearchParams(search).get('t'));
  if (linked !== null) return linked;
  const stored = readPosition(id) ?? 0;
  // Others do not wait for a response that knows nothing of them.
  if (!wasSignedIn()) return stored;
  const signal = AbortSignal.timeout(POSITION_LIMIT_MS);
  return await call('GET /api/me/history/:id/position', { params: { id }, signal }).then(
    ({ positionMs }) => (positionMs ?? 0) / 1000,
    () => stored,
  );
}
