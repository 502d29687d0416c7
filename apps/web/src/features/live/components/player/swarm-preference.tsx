import { SHARING_CHOICES } from '@tributary/contracts/preferences';
import { useState } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { type SwarmChoice, swarmChoice } from '../../engine/swarm/swarm-choice.ts';
import { useSharingDecision } from './use-sharing-decision.ts';

const NAMES = {
  join: t('live.swarm.always'),
  relay: t('live.swarm.relay'),
  decline: t('live.swarm.never'),
} as const;

/** Whether this account passes streams on to other viewers. Renders nothing where the instance forbids it. */
export function SwarmPreference() {
  const { data: swarm } = useApi('GET /api/swarm');
  const { data: preferences } = useApi('GET /api/me/preferences');
  const decide = useSharingDecision();
  const [chosen, setChosen] = useState<SwarmChoice>(null);
  if (!swarm || !preferences || swarm.policy === 'off') return null;
  // Until the account has decided, each browser keeps the choice that was made before signing in.
  const choice = chosen ?? preferences.playback.sharing ?? swarmChoice();
  const offered = SHARING_CHOICES.filter((one) => one !== 'relay' || swarm.hasRelay || choice === 'relay');
  return (
    <Field label={t('live.swarm')} hint={t('live.swarm.preference')}>
      {(control) => (
        <Select
          {...control}
          value={choice ?? ''}
          onChange={({ target }) => {
            const next = SHARING_CHOICES.find((one) => one === target.value);
            if (next === undefined) return;
            setChosen(next);
            decide(next);
          }}
        >
          {choice === null && (
            <option value="">
              {swarm.policy === 'ask' ? t('live.swarm.askFirst') : t('live.swarm.tellFirst')}
            </option>
          )}
          {offered.map((one) => (
            <option key={one} value={one}>
              {NAMES[one]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
