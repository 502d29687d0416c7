/** What can be done about a stream, each with what it will do. */
import type { StreamId } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import type { Act } from './act-dialog.tsx';

interface Stream {
  readonly id: StreamId;
  readonly title: string;
  readonly username: string;
}

export const stopAct = ({ id, title, username }: Stream): Act => ({
  title: `End “${title}”?`,
  description: `It ends for every viewer at once. ${username} can go live again; to keep them from it, ban them.`,
  action: 'End the stream',
  danger: true,
  reason: 'The streamer reads it.',
  run: (reason) => call('POST /api/admin/streams/:id/stop', { params: { id }, body: { reason } }),
  done: 'The stream is over',
});

export const hideAct = ({ id, title, username }: Stream): Act => ({
  title: `Hide “${title}”?`,
  description: `It goes from Home, Discover, search and the page of ${username}. Whoever has its address can still open it, and it goes on.`,
  action: 'Hide',
  danger: true,
  reason: 'The streamer reads it.',
  run: (reason) => call('POST /api/admin/streams/:id/hide', { params: { id }, body: { reason } }),
  done: 'The stream is hidden',
});

export const showAct = ({ id, title }: Stream): Act => ({
  title: `Show “${title}” again?`,
  description: 'It returns to every list and to search.',
  action: 'Show again',
  run: () => call('POST /api/admin/streams/:id/show', { params: { id } }),
  done: 'The stream is in the lists again',
});
