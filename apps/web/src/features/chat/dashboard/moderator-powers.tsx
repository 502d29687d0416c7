import type { ModeratorPower } from '@tributary/contracts/chat';
import { type ChatModerator, MODERATOR_POWERS } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { call } from '@/lib/api/client.ts';
import { useApiMutation } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Switch } from '@/ui/forms/switch.tsx';
import { CHANNEL_CHATS } from '../api/channel.ts';
import { POWER_HINTS, POWER_LABELS } from '../engine/people/powers.ts';

/** The powers of a moderator. */
export function ModeratorPowers({ channelId, moderator }: { channelId: UserId; moderator: ChatModerator }) {
  const { id, username } = moderator;
  const set = useApiMutation(
    (powers: ModeratorPower[]) =>
      call('PUT /api/chats/:channelId/moderators/:userId/powers', {
        params: { channelId, userId: id },
        body: { powers },
      }),
    { invalidates: CHANNEL_CHATS, failure: t('chat.powers.notChanged') },
  );
  const powers = (set.isPending && set.variables) || moderator.powers;
  return (
    <fieldset className="flex flex-col gap-3 border-line border-s ps-4 pb-2">
      <legend className="sr-only">{t('chat.powers.of', { username })}</legend>
      {MODERATOR_POWERS.map((power) => (
        <Switch
          key={power}
          label={POWER_LABELS[power]}
          hint={POWER_HINTS[power]}
          checked={powers.includes(power)}
          onChange={(isOn) =>
            set.mutate(MODERATOR_POWERS.filter((one) => (one === power ? isOn : powers.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}
