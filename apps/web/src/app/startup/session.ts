import type { QueryClient } from '@tanstack/react-query';
import { instanceQuery } from '@/lib/instance.ts';
import { realtime } from '@/lib/realtime/index.ts';
import { session } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/**
 * When somebody signs in or out, here or in another tab, what was fetched before is forgotten and the
 * realtime connection is made anew: both belong to the one who asked for them.
 */
export function followSession(client: QueryClient): void {
  let known = false;
  session().onChange(() => {
    known ||= session().current.state === 'signed-out';
  });
  session().onEvent((event) => {
    if (event.type === 'profile-failed') {
      toast.error('Your profile could not be loaded', { description: event.message });
    }
    if (event.type !== 'signed-in' && event.type !== 'signed-out') return;
    // Who was signed in all along has asked for everything as themself.
    const change = known || event.type === 'signed-out';
    known = true;
    if (!change) return;
    const personal = {
      predicate: (query: { queryKey: readonly unknown[] }) => query.queryKey[0] !== instanceQuery.queryKey[0],
    };
    client.removeQueries({ ...personal, type: 'inactive' });
    void client.resetQueries({ ...personal, type: 'active' });
    realtime().renew();
  });
}
