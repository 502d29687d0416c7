import type { Recording } from '@tributary/contracts';
import type { ReactNode } from 'react';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { ListFrame } from '@/ui/tables/list-frame.tsx';
import { useRecordings } from './queries.ts';
import { RecordingRow } from './recording-row.tsx';

/** The recordings of the signed-in streamer, newest first. */
export function RecordingList({ username, empty }: { username: string; empty: ReactNode }) {
  return (
    <ListFrame query={useRecordings()} skeleton={<Skeleton className="h-40 rounded-media" />} empty={empty}>
      {(recordings: Recording[]) => (
        <ul className="flex flex-col gap-8">
          {recordings.map((recording) => (
            <li key={recording.streamId}>
              <RecordingRow recording={recording} username={username} />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}
