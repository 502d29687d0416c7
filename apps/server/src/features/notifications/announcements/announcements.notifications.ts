import type { UserId } from '@tributary/contracts/shared';
import { localized } from '#platform/messages/index.ts';
import { defineNotification, type NotificationPreference } from '#platform/notifications/index.ts';

export const liveStreams: NotificationPreference = {
  key: 'stream_live',
  label: localized('notice.preference.streamLive'),
  audience: 'viewer',
  icon: 'live',
};

export const wentLive = defineNotification({
  type: 'stream_live',
  preference: liveStreams,
  // Most streams have ended after this time.
  pushHours: 4,
  text: (stream: {
    readonly username: string;
    readonly displayName: string;
    readonly title: string;
    readonly slug: string;
  }) => ({
    title: localized('notice.wentLive.title', { name: stream.displayName }),
    message: stream.title,
    href: `/s/${stream.username}/${stream.slug}`,
  }),
});

export const newFollower = defineNotification({
  type: 'follower',
  preference: {
    key: 'follower',
    label: localized('notice.preference.follower'),
    audience: 'streamer',
    icon: 'person',
  },
  text: (follower: {
    readonly id: UserId;
    readonly username: string;
    readonly displayName: string;
    /** The UTC day of the follow. */
    readonly day: string;
  }) => ({
    title: localized('notice.newFollower.title', { name: follower.displayName }),
    message: `@${follower.username}`,
    href: `/streamer/${follower.username}`,
    actorId: follower.id,
    // Repeated follows of one person notify once a day.
    dedupeKey: `follower:${follower.id}:${follower.day}`,
  }),
});
