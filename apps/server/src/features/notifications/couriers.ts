/** The ways out of the instance: to a browser that shows notifications while no page is open, and by mail. */
import type { UserId } from '@tributary/contracts';
import type { Users } from '#features/identity/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import type { Mailer } from '#platform/mail/index.ts';
import type { NotificationMails } from './mail/notification-mails.ts';
import type { News } from './news.ts';
import { mailNews, pushNews } from './notifications.jobs.ts';
import type { Push } from './push/push.service.ts';
import { findIdsOf } from './push/subscriptions.repo.ts';

/** Push services answer in their own time; many can be waited for at once. */
const PUSHES_AT_ONCE = 8;
const MAILS_AT_ONCE = 2;

export interface Couriers {
  readonly jobs: readonly JobRegistration[];
  /** To every browser that these people have subscribed with, once `tx` has committed. */
  push(tx: Writer, userIds: readonly UserId[], news: News): Promise<void>;
  mail(tx: Writer, userIds: readonly UserId[], news: News): Promise<void>;
}

export interface CouriersOptions {
  readonly jobs: Jobs;
  readonly push: Push;
  readonly users: Users;
  readonly mailer: Mailer;
  readonly mails: NotificationMails;
}

/** Each recipient is a job of its own: what one push service refuses is tried again without the others. */
export function createCouriers({ jobs, push, users, mailer, mails }: CouriersOptions): Couriers {
  return {
    jobs: [
      work(pushNews, ({ subscriptionId, news }) => push.deliver(subscriptionId, news), {
        concurrency: PUSHES_AT_ONCE,
      }),
      work(
        mailNews,
        async ({ userId, news }) => {
          const person = await users.find(userId);
          if (person && !person.bannedAt) await mailer.send(mails.news(person, news));
        },
        { concurrency: MAILS_AT_ONCE },
      ),
    ],
    async push(tx, userIds, news) {
      if (userIds.length === 0) return;
      const ids = await findIdsOf(tx, userIds);
      await jobs.send(
        tx,
        pushNews,
        ids.map((subscriptionId) => ({ subscriptionId, news })),
      );
    },
    mail: (tx, userIds, news) =>
      jobs.send(
        tx,
        mailNews,
        userIds.map((userId) => ({ userId, news })),
      ),
  };
}
