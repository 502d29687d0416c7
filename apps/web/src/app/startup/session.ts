import type { QueryClient } from '@tanstack/react-query';
import { forgetPositions } from '@/features/live/prepare.ts';
import { instanceQuery } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { realtime } from '@/lib/realtime/index.ts';
import { keepSignedIn } from '@/lib/session/signed-in-hint.ts';
import { session } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/**
 * When somebody signs in or out, in this tab or another, drops the cached data and reopens the realtime
 * connection, since both belong to the previous user.
 */
export function syncSession(client: QueryClient): void {
  let known = false;
  session().onChange(() => {
    const { state } = session().current;
    known ||= state === 'signed-out';
    if (state === 'signed-in' || state === 'signed-out') keepSignedIn(state === 'signed-in');
  });
  session().onEvent((event) => {
    if (event.type === 'profile-failed') {
      toast.error(t('app.session.profileFailed'), { description: event.message });
    }
    if (event.type !== 'signed-in' && event.type !== 'signed-out') return;
    // The first sign-in event after a load reports a user whose data is already in the cache.
    const change = known || event.type === 'signed-out';
    known = true;
    if (!change) return;
    if (event.type === 'signed-out') forgetPositions();
    const personal = {
      predicate: (query: { queryKey: readonly unknown[] }) => query.queryKey[0] !== instanceQuery.queryKey[0],
    };
    client.removeQueries({ ...personal, type: 'inactive' });
    void client.resetQueries({ ...personal, type: 'active' });
    realtime().renew();
  });
}
