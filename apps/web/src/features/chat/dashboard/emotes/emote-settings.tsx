import { emoteCode, type OwnEmote, type OwnEmotes } from '@tributary/contracts/chat';
import { Trash2 } from 'lucide-react';
import { useApi } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { MovingImage } from '@/ui/media/moving-image.tsx';
import { useDeleteEmote, useSetEmoteTier } from '../../api/emotes.ts';
import { AddEmote } from './add-emote.tsx';

/** The emotes of the user's own channel. */
export function EmoteSettings() {
  return (
    <Loaded query={useApi('GET /api/me/emotes')} height="h-72">
      {(own) => (
        <div className="flex flex-col gap-4">
          <AddEmote own={own} />
          {own.items.length > 0 && (
            <ul aria-label={t('chat.dashboard.emotes')} className="flex flex-col divide-y divide-line">
              {own.items.map((emote) => (
                <EmoteItem key={emote.id} emote={emote} tiers={own.tiers} />
              ))}
            </ul>
          )}
        </div>
      )}
    </Loaded>
  );
}

function EmoteItem({ emote, tiers }: { emote: OwnEmote; tiers: OwnEmotes['tiers'] }) {
  const { id, name, url, tierId, status, reason } = emote;
  const setTier = useSetEmoteTier();
  const remove = useDeleteEmote();
  const code = emoteCode(name);
  const shownTier = setTier.isPending ? setTier.variables.tierId : tierId;
  const isOffered = shownTier === null || tiers.some((tier) => tier.id === shownTier);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-surface-2">
        {url && <MovingImage src={url} alt="" className="size-8" />}
      </span>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <span className="max-w-full truncate font-medium text-sm">{code}</span>
        {status === 'pending' && <Badge tone="amber">{t('chat.emote.pending')}</Badge>}
        {status === 'rejected' && (
          <span className="text-live text-xs [overflow-wrap:anywhere]">
            {t('chat.emote.rejected', { reason: reason ?? '' })}
          </span>
        )}
      </div>
      {status !== 'rejected' && (tiers.length > 0 || shownTier !== null) && (
        <Select
          aria-label={t('chat.emote.who', { code })}
          className="w-44 max-sm:order-last max-sm:w-full"
          value={shownTier ?? ''}
          onChange={({ target }) => setTier.mutate({ id, tierId: target.value || null })}
        >
          <option value="">{t('chat.emote.everybody')}</option>
          {tiers.map((tier) => (
            <option key={tier.id} value={tier.id}>
              {t('chat.emote.tierAndAbove', { tier: tier.name })}
            </option>
          ))}
          {!isOffered && <option value={shownTier ?? ''}>{t('chat.emote.archivedTier')}</option>}
        </Select>
      )}
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('chat.emote.deleteNamed', { code })}
        title={t('chat.emote.delete')}
        busy={remove.isPending}
        onClick={() => remove.mutate(id)}
      >
        <Trash2 size={18} aria-hidden="true" />
      </Button>
    </li>
  );
}
