import { Link } from '@tanstack/react-router';
import type { Clip } from '@tributary/contracts/clips';
import { SkipForward } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Section } from '@/ui/layout.tsx';
import { useClip, useClipsOf } from '../api/queries.ts';
import { nextClip } from '../engine/next-clip.ts';
import type { ClipPreview } from './clip-card.tsx';
import { ClipGrid } from './clip-lists.tsx';

/** How many other clips of the channel stand below a clip. */
const SHOWN = 6;

/** Leads to the next clip of the channel; renders nothing without another one. Keeps its room while they load. */
export function NextClipButton({ clip }: { clip: Clip }) {
  const { data = [], isPending } = useClipsOf(clip.streamer.username);
  const next = nextClip(clip.id, data);
  const label = (
    <>
      <SkipForward size={16} aria-hidden="true" className="rtl:-scale-x-100" />
      {t('clips.next')}
    </>
  );
  if (next === null)
    return isPending ? (
      <Button variant="secondary" disabled className="invisible">
        {label}
      </Button>
    ) : null;
  return (
    <Button asChild variant="secondary">
      <Link to="/clips/$id" params={{ id: next.id }} title={next.title}>
        {label}
      </Link>
    </Button>
  );
}

/** Other clips of the channel of a clip; renders nothing without any. */
export function MoreClips({ id, preview }: { id: string; preview: ClipPreview }) {
  const { data: clip } = useClip(id);
  return clip ? <OthersOf clip={clip} preview={preview} /> : null;
}

function OthersOf({ clip, preview }: { clip: Clip; preview: ClipPreview }) {
  const { username, displayName } = clip.streamer;
  const { data = [] } = useClipsOf(username);
  const others = data.filter(({ id }) => id !== clip.id).slice(0, SHOWN);
  if (others.length === 0) return null;
  return (
    <Section title={t('clips.moreOf', { name: displayName || username })}>
      <ClipGrid clips={others} preview={preview} />
    </Section>
  );
}
