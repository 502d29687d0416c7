import { type Recording, type RecordingOrder, recordingOrder } from '@tributary/contracts/recordings';
import { type ReactNode, useState } from 'react';
import { useApiPages } from '@/lib/api/use-api.ts';
import { t } from '@/lib/messages/t.ts';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { Select } from '@/ui/forms/inputs.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { RecordingRow } from './recording-row.tsx';

const ORDERS: Readonly<Record<RecordingOrder, string>> = {
  newest: t('recordings.order.newest'),
  oldest: t('recordings.order.oldest'),
  views: t('recordings.order.views'),
  watched: t('recordings.order.watched'),
  size: t('recordings.order.size'),
};

/** The recordings of the signed-in streamer. */
export function RecordingList({ username, empty }: { username: string; empty: ReactNode }) {
  const [order, setOrder] = useState<RecordingOrder>('newest');
  return (
    <ListFrame
      query={useApiPages('GET /api/me/recordings', { query: { order } }, { staleTime: 0 })}
      skeleton={<Skeleton className="h-40 rounded-media" />}
      empty={empty}
    >
      {(recordings: Recording[]) => (
        <div className="flex flex-col gap-6">
          {recordings.length > 1 && (
            <div className="self-end">
              <Select
                aria-label={t('recordings.order.label')}
                value={order}
                onChange={({ target }) => setOrder(recordingOrder.parse(target.value))}
              >
                {recordingOrder.options.map((option) => (
                  <option key={option} value={option}>
                    {ORDERS[option]}
                  </option>
                ))}
              </Select>
            </div>
          )}
          <ul className="flex flex-col gap-8">
            {recordings.map((recording) => (
              <li key={recording.streamId}>
                <RecordingRow recording={recording} username={username} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </ListFrame>
  );
}
