/** Admin actions on a stream. */
import type { StreamId } from '@tributary/contracts/shared';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import type { AdminAction } from '../action-dialog.tsx';

interface Stream {
  readonly id: StreamId;
  readonly title: string;
  readonly username: string;
}

export const stopAction = ({ id, title, username }: Stream): AdminAction => ({
  title: t('moderation.streams.endTitle', { title }),
  description: t('moderation.streams.endEffect', { username }),
  button: t('moderation.streams.end'),
  danger: true,
  reason: t('moderation.shownToStreamer'),
  run: (reason) => call('POST /api/admin/streams/:id/stop', { params: { id }, body: { reason } }),
  done: t('moderation.streams.endDone'),
});

export const hideAction = ({ id, title, username }: Stream): AdminAction => ({
  title: t('moderation.streams.hideTitle', { title }),
  description: t('moderation.streams.hideEffect', { username }),
  button: t('moderation.streams.hide'),
  danger: true,
  reason: t('moderation.shownToStreamer'),
  run: (reason) => call('POST /api/admin/streams/:id/hide', { params: { id }, body: { reason } }),
  done: t('moderation.streams.hideDone'),
});

export const showAction = ({ id, title }: Stream): AdminAction => ({
  title: t('moderation.streams.unhideTitle', { title }),
  description: t('moderation.streams.unhideEffect'),
  button: t('moderation.streams.unhide'),
  run: () => call('POST /api/admin/streams/:id/show', { params: { id } }),
  done: t('moderation.streams.unhideDone'),
});
