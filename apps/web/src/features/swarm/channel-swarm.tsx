import { SWARM_POLICIES, stricterPolicy, swarmPolicy } from '@tributary/contracts/swarm';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Field } from '@/ui/forms/field.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { Setting } from '@/ui/forms/setting.tsx';

const NAMES = {
  off: t('swarm.policy.off'),
  relay: t('swarm.policy.relay'),
  ask: t('swarm.policy.ask'),
  on: t('swarm.policy.on'),
} as const;

/** Whether viewers may pass the user's streams on to each other. Renders nothing where the instance forbids it. */
export function ChannelSwarmSetting() {
  const { data } = useApi('GET /api/me/swarm');
  const save = useApiMutation('PUT /api/me/swarm', {
    invalidates: ['GET /api/me/swarm'],
    failure: t('swarm.channel.failed'),
  });
  if (!data || data.instance === 'off') return null;
  const chosen = save.isPending ? save.variables.body.policy : data.policy;
  // The policies that are at most as open as that of the instance.
  const allowed = SWARM_POLICIES.filter(
    (policy) =>
      stricterPolicy(policy, data.instance) === policy &&
      (policy !== 'relay' || data.hasRelay || chosen === 'relay'),
  );
  return (
    <Setting title={t('swarm.title')} lead={t('swarm.channel.lead')}>
      <Field label={t('swarm.channel.label')} hint={t('swarm.channel.hint')}>
        {(control) => (
          <Select
            {...control}
            value={stricterPolicy(chosen, data.instance)}
            disabled={save.isPending}
            onChange={({ target }) => save.mutate({ body: { policy: swarmPolicy.parse(target.value) } })}
          >
            {allowed.map((policy) => (
              <option key={policy} value={policy}>
                {NAMES[policy]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Setting>
  );
}
