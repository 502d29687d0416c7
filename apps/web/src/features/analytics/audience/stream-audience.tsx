import type { StreamId } from '@tributary/contracts/shared';
import { useApi } from '@/lib/api/use-api.ts';
import { Loaded } from '@/ui/feedback/loaded.tsx';
import type { RetentionMarker } from './retention.ts';
import { RetentionPanel } from './retention-panel.tsx';
import { Sources } from './sources.tsx';

interface StreamAudienceProps {
  streamId: StreamId;
  markers: readonly RetentionMarker[];
}

/** The sources and the retention of a stream's viewers. */
export function StreamAudience({ streamId, markers }: StreamAudienceProps) {
  const audience = useApi('GET /api/me/streams/:id/audience', { params: { id: streamId } }, { staleTime: 0 });
  return (
    <Loaded query={audience} height="h-96">
      {({ live, recorded, sources }) => (
        <>
          <RetentionPanel live={live} recorded={recorded} markers={markers} />
          <Sources sources={sources} path={`/api/me/streams/${streamId}/sources.csv`} />
        </>
      )}
    </Loaded>
  );
}
