/** What creators are notified of about their recordings and uploads. */
import { RECORDING_DECISION_HOURS, type Recording } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { defineNotification, type NotificationPreference } from '#platform/notifications/index.ts';

const preference: NotificationPreference = {
  key: 'recording',
  label: 'Your recordings and uploads',
  audience: 'streamer',
  icon: 'recording',
};

const href = '/dashboard/streamer/vods';

type StoppedBy = NonNullable<Recording['stoppedBy']>;

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

interface Recorded {
  readonly streamId: StreamId;
  /** Of the stream. */
  readonly title: string;
}

/** Once for each reason. */
export const recordingStopped = defineNotification({
  type: 'recording_stopped',
  preference,
  text: ({ streamId, title, stoppedBy }: Recorded & { readonly stoppedBy: StoppedBy }) => ({
    title: GAPS[stoppedBy].title,
    message: GAPS[stoppedBy].message(title),
    href,
    dedupeKey: `recording-stopped:${stoppedBy}:${streamId}`,
  }),
});

export const recordingToKeep = defineNotification({
  type: 'recording_to_keep',
  preference,
  text: ({ streamId, title }: Recorded) => ({
    title: 'Keep the recording of your stream?',
    message: `The recording of “${title}” is deleted in ${RECORDING_DECISION_HOURS} hours unless you keep it. Until then, only you can watch it.`,
    href,
    dedupeKey: `recording-decision:${streamId}`,
  }),
});

export const recordingExpires = defineNotification({
  type: 'recording_expires',
  preference,
  text: ({ streamId, title, noticeDays, days }: Recorded & { noticeDays: number; days: number }) => ({
    title: `A recording will be deleted in ${noticeDays} days`,
    message: `“${title}” reaches the age of ${days} days, after which this instance deletes recordings.`,
    href,
    dedupeKey: `recording-expires:${streamId}`,
  }),
});

export const uploadReady = defineNotification({
  type: 'upload_ready',
  preference,
  text: ({ streamId, title }: Recorded) => ({
    title: 'Upload ready',
    message: `“${title}” is processed. It is private until you change who can watch it.`,
    href,
    dedupeKey: `upload-ready:${streamId}`,
  }),
});

export const uploadFailed = defineNotification({
  type: 'upload_failed',
  preference,
  text: ({ streamId, title, failure }: Recorded & { readonly failure: string }) => ({
    title: 'Upload failed',
    message: `“${title}” was not processed. ${failure}`,
    href,
    dedupeKey: `upload-failed:${streamId}`,
  }),
});
