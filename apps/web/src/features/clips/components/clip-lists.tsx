import type { Clip } from '@tributary/contracts/clips';
import { Scissors } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@/lib/messages/t.ts';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Section } from '@/ui/layout.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { useClipsOf, useFollowedClips } from '../api/queries.ts';
import { ClipCard, type ClipPreview } from './clip-card.tsx';
import { DeleteClipButton } from './delete-clip-button.tsx';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-x-5 gap-y-8';

interface ClipListProps {
  username: string;
  preview: ClipPreview;
}

/** The clips of a channel's streams; renders nothing without any. */
export function ChannelClips({ username, preview }: ClipListProps) {
  const list = useClipsOf(username);
  if (!list.data?.length) return null;
  return (
    <Section title={t('clips.clips')}>
      <ClipGrid clips={list.data} preview={preview} />
      <ShowMore list={list} label={t('clips.more')} />
    </Section>
  );
}

/** How many clips of followed channels Home shows. */
const FOLLOWED_SHOWN = 6;

/** The newest clips of followed channels; renders nothing without any. */
export function FollowedClips({ preview }: { preview: ClipPreview }) {
  const { data = [] } = useFollowedClips();
  if (data.length === 0) return null;
  return (
    <Section title={t('clips.new')}>
      <ClipGrid clips={data.slice(0, FOLLOWED_SHOWN)} preview={preview} />
    </Section>
  );
}

/** The clips of a channel’s streams, or that there are none. */
export function ClipsPanel({ username, preview }: ClipListProps) {
  return (
    <ListFrame
      query={useClipsOf(username)}
      skeleton={<Skeleton className="h-40 rounded-media" />}
      empty={
        <EmptyState icon={Scissors} title={t('clips.none')}>
          {t('clips.none.viewers')}
        </EmptyState>
      }
    >
      {(clips) => <ClipGrid clips={clips} preview={preview} />}
    </ListFrame>
  );
}

interface ClipGridProps {
  clips: readonly Clip[];
  preview: ClipPreview;
  actionsOf?: (clip: Clip) => ReactNode;
}

export function ClipGrid({ clips, preview, actionsOf }: ClipGridProps) {
  return (
    <ul className={GRID}>
      {clips.map((clip) => (
        <li key={clip.id}>
          <ClipCard clip={clip} preview={preview} actions={actionsOf?.(clip)} />
        </li>
      ))}
    </ul>
  );
}

/** The clips of the user's own channel, each with a button that deletes it. */
export function OwnClips({ username, preview }: ClipListProps) {
  return (
    <ListFrame
      query={useClipsOf(username)}
      skeleton={<Skeleton className="h-40 rounded-media" />}
      empty={
        <EmptyState icon={Scissors} title={t('clips.none')}>
          {t('clips.none.own')}
        </EmptyState>
      }
    >
      {(clips) => (
        <ClipGrid clips={clips} preview={preview} actionsOf={(clip) => <DeleteClipButton clip={clip} />} />
      )}
    </ListFrame>
  );
}
