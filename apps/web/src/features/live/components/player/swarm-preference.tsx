import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { useApi } from '@/lib/use-api.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { rememberSwarmChoice, swarmChoice } from '../../engine/swarm/swarm-choice.ts';

/** Whether this browser passes streams on to other viewers. Renders nothing where the instance forbids it. */
export function SwarmPreference() {
  const { data } = useApi('GET /api/swarm');
  const [choice, setChoice] = useState(swarmChoice);
  if (!data || data.policy === 'off') return null;
  return (
    <Field label={t('live.swarm')} hint={t('live.swarm.preference')}>
      {(control) => (
        <Select
          {...control}
          value={choice ?? ''}
          onChange={({ target }) => {
            const next = target.value === 'join' ? 'join' : 'decline';
            rememberSwarmChoice(next);
            setChoice(next);
          }}
        >
          {choice === null && (
            <option value="">
              {data.policy === 'ask' ? t('live.swarm.askFirst') : t('live.swarm.tellFirst')}
            </option>
          )}
          <option value="join">{t('live.swarm.always')}</option>
          <option value="decline">{t('live.swarm.never')}</option>
        </Select>
      )}
    </Field>
  );
}
