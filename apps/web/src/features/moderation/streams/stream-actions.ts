/** Admin actions on a stream. */
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api.ts';
import type { AdminAction } from '../action-dialog.tsx';

interface Stream {
  readonly id: StreamId;
  readonly title: string;
  readonly username: string;
}

export const stopAction = ({ id, title, username }: Stream): AdminAction => ({
  title: `End “${title}”?`,
  description: `It ends for all viewers immediately. ${username} can go live again; to prevent that, ban the account.`,
  button: 'End stream',
  danger: true,
  reason: 'Shown to the streamer.',
  run: (reason) => call('POST /api/admin/streams/:id/stop', { params: { id }, body: { reason } }),
  done: 'Stream ended',
});

export const hideAction = ({ id, title, username }: Stream): AdminAction => ({
  title: `Hide “${title}”?`,
  description: `It disappears from Home, Discover, search and ${username}’s page, and nobody can watch it. To end it, choose End stream.`,
  button: 'Hide',
  danger: true,
  reason: 'Shown to the streamer.',
  run: (reason) => call('POST /api/admin/streams/:id/hide', { params: { id }, body: { reason } }),
  done: 'Stream hidden',
});

export const showAction = ({ id, title }: Stream): AdminAction => ({
  title: `Unhide “${title}”?`,
  description: 'It appears in lists and search again, and people can watch it.',
  button: 'Unhide',
  run: () => call('POST /api/admin/streams/:id/show', { params: { id } }),
  done: 'Stream visible again',
});
