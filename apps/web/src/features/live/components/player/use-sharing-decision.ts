import type { SharingChoice } from '@tributary/contracts/preferences';
import { apiQuery } from '@/lib/api/api-query.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { rememberSwarmChoice } from '../../engine/swarm/swarm-choice.ts';

/** Remembers whether the viewer exchanges streams: with their account for all devices, or else in this browser. */
export function useSharingDecision(): (choice: SharingChoice) => void {
  const { user } = useSession();
  const { mutate } = useApiMutation('PATCH /api/me/preferences', {
    answers: apiQuery('GET /api/me/preferences'),
    failure: t('live.swarm.notSaved'),
    onError: (_error, { body }) => {
      if (body.playback?.sharing) rememberSwarmChoice(body.playback.sharing);
    },
  });
  return (sharing) => {
    if (user === null) rememberSwarmChoice(sharing);
    else mutate({ body: { playback: { sharing } } });
  };
}
