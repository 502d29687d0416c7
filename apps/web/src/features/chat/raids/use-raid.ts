import { useNavigate } from '@tanstack/react-router';
import type { StreamerSummary } from '@tributary/contracts/channels';
import type { ChatRaid } from '@tributary/contracts/chat';
import { LIVE_SLUG, type StreamId } from '@tributary/contracts/shared';
import { useRef, useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { act, useTopic } from '@/lib/realtime/index.ts';
import { toast } from '@/ui/feedback/toaster.tsx';
import { departureAction, isBusy } from './departure.ts';

export const startRaid = (id: StreamId, username: string) =>
  call('POST /api/streams/:id/raid', { params: { id }, body: { username } });
export const cancelRaid = (id: StreamId) => call('DELETE /api/streams/:id/raid', { params: { id } });
export const departRaid = (id: StreamId) => call('POST /api/streams/:id/raid/departure', { params: { id } });

/** The raids that this tab does not take part in, even after the chat is shown or hidden. */
const staying = new Set<string>();

export const nameOf = ({ displayName, username }: Pick<ChatRaid['target'], 'displayName' | 'username'>) =>
  displayName || username;

/**
 * The raid of a stream, with which this page moves.
 * @param isPlaying null: nothing is played on this page
 */
export function useRaid(streamId: StreamId, streamer: StreamerSummary, isPlaying: () => boolean | null) {
  const navigate = useNavigate();
  const [raid, setRaid] = useState<ChatRaid | null>(null);
  const shown = useRef<string>(null);
  const [, redraw] = useState(0);

  const watch = (username: string, via?: 'raid') =>
    void navigate({
      to: '/s/$username/$slug',
      params: { username, slug: LIVE_SLUG },
      ...(via && { state: { via } }),
    });

  useTopic(`raid:${streamId}`, (message) => {
    if (message.kind !== 'snapshot') return;
    const next = message.data.raid;
    if (next?.state !== 'departed') {
      shown.current = next?.id ?? null;
      return setRaid(next);
    }
    const todo = departureAction({
      wasShown: shown.current === next.id,
      isStaying: staying.has(next.id),
      isPlaying: isPlaying(),
      isBusy: isBusy(document),
    });
    setRaid(todo === 'offer' ? next : null);
    if (todo !== 'move') return;
    watch(next.target.username, 'raid');
    toast.info(t('chat.raid.came', { name: nameOf(streamer) }), {
      action: { label: t('chat.raid.back'), onClick: () => watch(streamer.username) },
    });
  });

  return {
    raid,
    isStaying: raid !== null && staying.has(raid.id),
    stay() {
      if (raid === null) return;
      staying.add(raid.id);
      redraw((count) => count + 1);
      if (raid.state === 'departed') return setRaid(null);
      // Failures are ignored, since they only affect the count.
      act(`raid:${streamId}`, 'stay', { id: raid.id }).catch(() => undefined);
    },
  };
}
