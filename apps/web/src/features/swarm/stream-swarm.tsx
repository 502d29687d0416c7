import type { StreamId } from '@tributary/contracts/shared';
import { useApi } from '@/lib/api/use-api.ts';
import { formatBytes } from '@/lib/format/bytes.ts';
import { t } from '@/lib/messages/t.ts';
import { formatShare } from './share.ts';

/** Says how much of a stream its viewers passed on to each other. Renders nothing where they passed on nothing. */
export function StreamSwarmFigures({ streamId }: { streamId: StreamId }) {
  const { data } = useApi('GET /api/me/streams/:id/swarm', { params: { id: streamId } });
  if (!data || data.fromPeers === 0) return null;
  const { peakPeers: peers, fromPeers } = data;
  return (
    <p className="text-muted text-sm">
      {t('swarm.stream', { peers, share: formatShare(data), size: formatBytes(fromPeers) })}
    </p>
  );
}
