import type { NotificationIcon } from '@tributary/contracts/notifications';
import type { Role, UserId } from '@tributary/contracts/shared';
import { type LocalizedText, localized } from '#platform/messages/index.ts';

/** A choice in people's settings: one notification, or several that belong together. */
export interface NotificationPreference {
  /** The key in stored choices and signed unsubscribe links. It never changes. */
  readonly key: string;
  /** The message that names it in the settings and in emails, such as `A channel you follow goes live`. */
  readonly label: string | LocalizedText;
  /** The role whose settings list it. Every account has the role viewer. */
  readonly audience: Role;
  readonly icon: NotificationIcon;
}

/** The preference of notifications that have none of their own. */
export const otherUpdates: NotificationPreference = {
  key: 'other',
  label: localized('notice.preference.other'),
  audience: 'viewer',
  icon: 'info',
};

export interface NotificationText {
  /** The event in a few words, such as `Ada went live`. */
  readonly title: string | LocalizedText;
  /** The details; may be empty. */
  readonly message: string | LocalizedText;
  /** A path of the web app. */
  readonly href: string;
  /** The account whose action caused it. Deleting the account deletes the notification. */
  readonly actorId?: UserId | null;
  /** A person is notified once per key, such as `donation:{id}`. */
  readonly dedupeKey?: string;
}

export interface NotificationType {
  /** Unique, and stored in rows. */
  readonly type: string;
  /** Null for notifications about the security of the instance, which are listed and mailed whatever people prefer. */
  readonly preference: NotificationPreference | null;
  /** How long a push service keeps it for an offline browser. */
  readonly pushHours: number;
}

/** A notification to one person, which is written in their language. */
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
