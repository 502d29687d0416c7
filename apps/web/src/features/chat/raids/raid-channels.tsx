import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { useApi } from '@/lib/api/use-api.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { Avatar } from '@/ui/media/avatar.tsx';
import { ViewerCount } from '@/ui/media/viewer-count.tsx';

const PAUSE_MS = 200;
const MAX_SHOWN = 6;

interface RaidChannelsProps {
  /** The typed username or words. */
  words: string;
  onChoose: (username: string) => void;
}

/** The live channels that match what is typed, or the most watched ones where nothing is. */
export function RaidChannels({ words, onChoose }: RaidChannelsProps) {
  const q = useSettled(words.trim().replace(/^@/, ''));
  const { user } = useSession();
  const { data } = useApi('GET /api/discover', { query: { q } }, { placeholderData: (before) => before });
  if (!data) return null;
  const channels = data.items.filter(({ streamer }) => streamer.id !== user?.id).slice(0, MAX_SHOWN);
  if (channels.length === 0) return <p className="text-muted text-sm">{t('chat.raid.noneFound')}</p>;
  return (
    <ul aria-label={t('chat.raid.channels')} className="-mx-2 flex max-h-64 flex-col overflow-y-auto">
      {channels.map(({ streamer, category, currentViewers }) => {
        const name = streamer.displayName || streamer.username;
        return (
          <li key={streamer.id}>
            <button
              type="button"
              aria-pressed={streamer.username === words.trim()}
              onClick={() => onChoose(streamer.username)}
              className={clsx(
                'flex w-full items-center gap-3 rounded-control px-2 py-1.5 text-start hover:bg-surface-3',
                streamer.username === words.trim() && 'bg-surface-3',
              )}
            >
              <Avatar name={name} src={streamer.avatarUrl} size={32} />
              <span className="min-w-0 flex-1 text-sm">
                <bdi className="block truncate font-medium">{name}</bdi>
                <span className="block truncate text-muted text-xs">{categoryName(category)}</span>
              </span>
              <ViewerCount viewers={currentViewers} size={14} className="gap-1 text-muted text-xs" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The words once typing pauses, so that not every letter costs a search. */
function useSettled(words: string): string {
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
