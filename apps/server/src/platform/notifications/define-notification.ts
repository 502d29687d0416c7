import type { NotificationIcon } from '@tributary/contracts/notifications';
import type { Role, UserId } from '@tributary/contracts/shared';

/** What people turn on and off in their settings: one notification, or several that belong together. */
export interface NotificationPreference {
  /** Stored with what people chose, and signed into unsubscribe links: it never changes. */
  readonly key: string;
  /** Names it in the settings and in emails: `A channel you follow goes live`. */
  readonly label: string;
  /** The people whose settings list it. Everybody is a viewer. */
  readonly audience: Role;
  readonly icon: NotificationIcon;
}

/** For what has no preference of its own. */
export const otherUpdates: NotificationPreference = {
  key: 'other',
  label: 'Account, channel and moderation updates',
  audience: 'viewer',
  icon: 'info',
};

export interface NotificationText {
  /** What happened, in a few words: `Ada went live`. */
  readonly title: string;
  /** The details; may be empty. */
  readonly message: string;
  /** A path of the web app. */
  readonly href: string;
  /** Whose action caused it. Deleting their account deletes the notification. */
  readonly actorId?: UserId | null;
  /** A person is notified once per key, such as `donation:{id}`. */
  readonly dedupeKey?: string;
}

export interface NotificationType {
  /** Unique, and stored in rows. */
  readonly type: string;
  /** Null: it concerns the security of the instance, and is listed and mailed whatever people prefer. */
  readonly preference: NotificationPreference | null;
  /** How long a push service keeps it for a browser that is offline. */
  readonly pushHours: number;
}

/** A notification to one person. */
export interface Notify extends NotificationText {
  readonly type: string;
  readonly userId: UserId;
}

export interface NotificationDefinition<Data> extends NotificationType {
  of(data: Data): NotificationText & Pick<NotificationType, 'type'>;
}

const PUSH_HOURS = 72;

/** Declares a notification. The feature that sends it lists it in its `notifications`. */
export function defineNotification<Data>({
  text,
  ...definition
}: Omit<NotificationType, 'pushHours'> & {
  readonly pushHours?: number;
  readonly text: (data: Data) => NotificationText;
}): NotificationDefinition<Data> {
  return {
    pushHours: PUSH_HOURS,
    ...definition,
    of: (data) => ({ type: definition.type, ...text(data) }),
  };
}
