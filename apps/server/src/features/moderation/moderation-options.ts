import type { UserId } from '@tributary/contracts/shared';
import type { Channels } from '#features/channels/index.ts';
import type { ClipsFeature } from '#features/clips/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { NotificationsFeature } from '#features/notifications/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import type { AppealMailsOptions } from './appeals/appeal-mails.jobs.ts';
import type { ReportFramesOptions } from './reports/report-frames.service.ts';
import type { NotifyOfNewAdmin } from './users/new-admin.ts';

/** Notifies a person of a decision about them, once `tx` commits. The command line notifies no one. */
export type NotifyUser = NotificationsFeature['notify'];

export interface ModerationOptions {
  readonly db: Database;
  readonly users: Users;
  readonly channels: Channels;
  readonly notify: NotifyUser;
  /** Mails a banned person the reason for the ban, once `tx` commits. The command line sends no mail. */
  readonly sendBanMail: (tx: Writer, id: UserId) => Promise<void>;
  readonly notifyOfNewAdmin: NotifyOfNewAdmin;
}

export interface ModerationFeatureOptions
  extends Omit<ModerationOptions, 'notify' | 'sendBanMail' | 'notifyOfNewAdmin'>,
    Omit<AppealMailsOptions, 'tokens'> {
  readonly users: Users;
  readonly notifications: Pick<NotificationsFeature, 'notify'>;
  readonly secret: string;
  readonly sharedState: SharedState;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  readonly images: Pick<Images, 'release'>;
  readonly clips: Pick<ClipsFeature, 'remove' | 'storedThumbnail'>;
  readonly live: ReportFramesOptions['live'];
  readonly recordings: ReportFramesOptions['recordings'];
  /** The wall clock in milliseconds. */
  readonly nowMs: () => number;
}
