/** What creators are notified of about their recordings and uploads. */
import { RECORDING_DECISION_HOURS, type Recording } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { type LocalizedText, localized } from '#platform/messages/index.ts';
import { defineNotification, type NotificationPreference } from '#platform/notifications/index.ts';

const preference: NotificationPreference = {
  key: 'recording',
  label: localized('notice.preference.recording'),
  audience: 'streamer',
  icon: 'recording',
};

const href = '/dashboard/streamer/vods';

type StoppedBy = NonNullable<Recording['stoppedBy']>;

interface Recorded {
  readonly streamId: StreamId;
  /** Of the stream. */
  readonly title: string;
}

/** Once for each reason. */
export const recordingStopped = defineNotification({
  type: 'recording_stopped',
  preference,
  text: ({ streamId, title, stoppedBy }: Recorded & { readonly stoppedBy: StoppedBy }) => {
    const isDiskFull = stoppedBy === 'disk_full';
    return {
      title: localized(isDiskFull ? 'notice.recordingPaused.title' : 'notice.recordingStopped.title'),
      message: localized(isDiskFull ? 'notice.recordingPaused.message' : 'notice.recordingStopped.message', {
        title,
      }),
      href,
      dedupeKey: `recording-stopped:${stoppedBy}:${streamId}`,
    };
  },
});

export const recordingToKeep = defineNotification({
  type: 'recording_to_keep',
  preference,
  text: ({ streamId, title }: Recorded) => ({
    title: localized('notice.recordingToKeep.title'),
    message: localized('notice.recordingToKeep.message', { title, hours: RECORDING_DECISION_HOURS }),
    href,
    dedupeKey: `recording-decision:${streamId}`,
  }),
});

export const recordingExpires = defineNotification({
  type: 'recording_expires',
  preference,
  text: ({ streamId, title, noticeDays, days }: Recorded & { noticeDays: number; days: number }) => ({
    title: localized('notice.recordingExpires.title', { days: noticeDays }),
    message: localized('notice.recordingExpires.message', { title, days }),
    href,
    dedupeKey: `recording-expires:${streamId}`,
  }),
});

export const uploadReady = defineNotification({
  type: 'upload_ready',
  preference,
  text: ({ streamId, title }: Recorded) => ({
    title: localized('notice.uploadReady.title'),
    message: localized('notice.uploadReady.message', { title }),
    href,
    dedupeKey: `upload-ready:${streamId}`,
  }),
});

export const uploadFailed = defineNotification({
  type: 'upload_failed',
  preference,
  text: ({ streamId, title, failure }: Recorded & { readonly failure: LocalizedText }) => ({
    title: localized('notice.uploadFailed.title'),
    message: localized('notice.uploadFailed.message', { title, failure }),
    href,
    dedupeKey: `upload-failed:${streamId}`,
  }),
});
