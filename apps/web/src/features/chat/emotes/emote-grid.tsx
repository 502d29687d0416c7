import { type ChatEmote, emoteCode } from '@tributary/contracts/chat';
import { t } from '@/lib/messages/t.ts';
import { MovingImage } from '@/ui/media/moving-image.tsx';

/** The emotes of a channel in the picker. Those for subscribers name their tier. */
export function EmoteGrid({
  emotes,
  onChoose,
}: {
  emotes: readonly ChatEmote[];
  onChoose: (code: string) => void;
}) {
  return (
    <section aria-label={t('chat.emoji.channel')}>
      <h3 className="px-1 py-1.5 text-muted text-xs">{t('chat.emoji.channel')}</h3>
      <div className="grid grid-cols-8">
        {emotes.map(({ name, url, tier, canUse }, index) => {
          const code = emoteCode(name);
          const label = canUse ? code : `${code}, for subscribers of ${tier?.name ?? 'the channel'}`;
          return (
            <button
              key={name}
              type="button"
              aria-label={label}
              title={label}
              aria-disabled={!canUse}
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => canUse && onChoose(`${code} `)}
              className="flex aspect-square items-center justify-center rounded-control hover:bg-surface-3 focus-visible:bg-surface-3 aria-disabled:opacity-40 aria-disabled:grayscale"
            >
              <MovingImage src={url} alt="" loading="lazy" className="size-7" />
            </button>
          );
        })}
      </div>
    </section>
  );
}
