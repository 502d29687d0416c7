/** What can be done about a stream, each with what it will do. */
import type { StreamId } from '@tributary/contracts';
import { call } from '@/lib/api.ts';
import type { AdminAction } from '../action-dialog.tsx';

interface Stream {
  readonly id: StreamId;
  readonly title: string;
  readonly username: string;
}

export const stopAction = ({ id, title, username }: Stream): AdminAction => ({
  title: `End “${title}”?`,
  description: `It ends for every viewer at once. ${username} can go live again; to keep them from it, ban them.`,
  button: 'End the stream',
  danger: true,
  reason: 'The streamer reads it.',
  run: (reason) => call('POST /api/admin/streams/:id/stop', { params: { id }, body: { reason } }),
  done: 'The stream is over',
});

export const hideAction = ({ id, title, username }: Stream): AdminAction => ({
  title: `Hide “${title}”?`,
  description: `It goes from Home, Discover, search and the page of ${username}. Whoever has its address can still open it, and it goes on.`,
  button: 'Hide',
  danger: true,
  reason: 'The streamer reads it.',
  run: (reason) => call('POST /api/admin/streams/:id/hide', { params: { id }, body: { reason } }),
  done: 'The stream is hidden',
});

export const showAction = ({ id, title }: Stream): AdminAction => ({
  title: `Show “${title}” again?`,
  description: 'It returns to every list and to search.',
  button: 'Show again',
  run: () => call('POST /api/admin/streams/:id/show', { params: { id } }),
  done: 'The stream is in the lists again',
});
