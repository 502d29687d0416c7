/** What streamers are told about the recordings of their streams. */
import { RECORDING_DECISION_HOURS, type Recording } from '@tributary/contracts/recordings';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Writer } from '#platform/db/database.ts';

type Notifications = Pick<NotificationsFeature, 'notify'>;
type StoppedBy = NonNullable<Recording['stoppedBy']>;

interface RecordedStream {
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly title: string;
}

const RECORDINGS_PAGE = '/dashboard/streamer/vods';

const GAPS: Readonly<
  Record<StoppedBy, { readonly title: string; readonly message: (title: string) => string }>
> = {
  disk_full: {
    title: 'Recording paused',
    message: (title) =>
      `The server’s disk is full, so a part of “${title}” will be missing from its recording. Recording continues by itself once there is room. The stream itself continues.`,
  },
  quota: {
    title: 'Recording stopped',
    message: (title) =>
      `Your recordings, uploads and clips use all of your storage, so “${title}” is recorded up to here only. The stream itself continues. Delete some of them to make room for the next one.`,
  },
};

/** Tells a streamer why a part of their stream is not recorded, once for each reason. */
export async function notifyOfGap(
  tx: Writer,
  notifications: Notifications,
  { streamId, streamerId, title, stoppedBy }: RecordedStream & { readonly stoppedBy: StoppedBy },
): Promise<void> {
  const gap = GAPS[stoppedBy];
  await notifications.notify(tx, {
    userId: streamerId,
    type: 'other',
    title: gap.title,
    message: gap.message(title),
    href: RECORDINGS_PAGE,
    dedupeKey: `recording-stopped:${stoppedBy}:${streamId}`,
  });
}

/** Asks a streamer whether to keep the recording of a stream that has ended. */
export async function askToKeep(
  tx: Writer,
  notifications: Notifications,
  { streamId, streamerId, title }: RecordedStream,
): Promise<void> {
  await notifications.notify(tx, {
    userId: streamerId,
    type: 'other',
    title: 'Keep the recording of your stream?',
    message: `The recording of “${title}” is deleted in ${RECORDING_DECISION_HOURS} hours unless you keep it. Until then, only you can watch it.`,
    href: RECORDINGS_PAGE,
    dedupeKey: `recording-decision:${streamId}`,
  });
}
