import type { Activity } from '@tributary/contracts/studio';
import { useState } from 'react';
import { useTopic } from '@/lib/realtime/index.ts';
import { withEntry, withSnapshot } from '../engine/activity-log.ts';

/** The activity of the own channel, newest first, live. Null: not loaded yet. */
export function useActivity(): readonly Activity[] | null {
  const [entries, setEntries] = useState<readonly Activity[] | null>(null);
  useTopic('activity', (message) => {
    if (message.kind === 'snapshot') setEntries((known) => withSnapshot(known ?? [], message.data.entries));
    else if (message.kind === 'append') setEntries((known) => withEntry(known ?? [], message.data));
  });
  return entries;
}
