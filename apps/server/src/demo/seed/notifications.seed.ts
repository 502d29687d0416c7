/** Notifications of the accounts that visitors can sign in to. They are seeded without being delivered. */
import type { UserId } from '@tributary/contracts/shared';
import { SOURCE_LANGUAGE } from '@tributary/messages/languages';
import { donated } from '#features/donations/index.ts';
import { newFollower, wentLive } from '#features/notifications/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { written } from '#platform/messages/index.ts';
import type { Notify } from '#platform/notifications/index.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { idAt } from './times.ts';

interface SeededNotification {
  readonly to: UserId;
  readonly type: string;
  readonly title: string;
  readonly message: string;
  readonly href: string;
  readonly actor: UserId | null;
  readonly minutesAgo: number;
  readonly read: boolean;
}

export async function seedNotifications(tx: Writer, accounts: SeededAccounts, now: Date): Promise<void> {
  const notifications = [
    ...(accounts.viewer ? await forViewer(tx, accounts.viewer, now) : []),
    ...(accounts.streamer ? await forStreamer(tx, accounts.streamer, now) : []),
    ...(accounts.admin ? await forAdmin(tx, accounts.admin, now) : []),
  ];
  const rows = notifications.map(({ to, type, title, message, href, actor, minutesAgo, read }) => {
    const at = new Date(now.getTime() - minutesAgo * MINUTE_MS);
    return { id: idAt(at), user_id: to, type, title, message, href, actor_id: actor, created_at: at, read };
  });
  if (rows.length > 0) await tx.insertInto('notifications').values(rows).execute();
}

const inEnglish = ({ title, message, ...rest }: Omit<Notify, 'userId'>) => ({
  ...rest,
  title: written(title, SOURCE_LANGUAGE),
  message: written(message, SOURCE_LANGUAGE),
});

/** Streams of followed channels. */
async function forViewer(tx: Writer, to: UserId, now: Date): Promise<SeededNotification[]> {
  const streams = await tx
    .selectFrom('streams as s')
    .innerJoin('follows as f', (join) =>
      join.onRef('f.streamer_id', '=', 's.streamer_id').on('f.follower_id', '=', to),
    )
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .select(['s.title', 's.slug', 's.started_at', 'p.id', 'p.username', 'p.display_name'])
    .where('s.status', '=', 'ended')
    .orderBy('s.started_at', 'desc')
    .limit(8)
    .execute();
  return streams.map((stream, index) => ({
    to,
    ...inEnglish(wentLive.of({ ...stream, displayName: stream.display_name })),
    actor: stream.id,
    minutesAgo: (now.getTime() - stream.started_at.getTime()) / MINUTE_MS,
    read: index > 2,
  }));
}

/** The latest followers and donations. */
async function forStreamer(tx: Writer, to: UserId, now: Date): Promise<SeededNotification[]> {
  const followers = await tx
    .selectFrom('follows')
    .innerJoin('profiles as p', 'p.id', 'follows.follower_id')
    .select(['p.id', 'p.username', 'p.display_name', 'follows.created_at'])
    .where('streamer_id', '=', to)
    .orderBy('follows.created_at', 'desc')
    .limit(8)
    .execute();
  const donations = await tx
    .selectFrom('donations as d')
    .leftJoin('profiles as p', 'p.id', 'd.donor_id')
    .select([
      'd.id',
      'd.amount',
      'd.currency',
      'd.message',
      'd.created_at',
      'p.id as donorId',
      'p.display_name',
    ])
    .where('recipient_id', '=', to)
    .where('status', '=', 'completed')
    .orderBy('d.id', 'desc')
    .limit(8)
    .execute();
  const since = (at: Date) => (now.getTime() - at.getTime()) / MINUTE_MS;
  return [
    ...followers.map(
      (follower, index): SeededNotification => ({
        to,
        ...inEnglish(
          newFollower.of({
            ...follower,
            displayName: follower.display_name,
            day: follower.created_at.toISOString().slice(0, 10),
          }),
        ),
        actor: follower.id,
        minutesAgo: since(follower.created_at),
        read: index > 3,
      }),
    ),
    ...donations.map(
      (donation, index): SeededNotification => ({
        to,
        ...inEnglish(
          donated.of({
            id: donation.id,
            donorId: donation.donorId,
            donorName: donation.display_name,
            guestName: null,
            amountCents: donation.amount,
            currency: donation.currency,
            message: donation.message,
          }),
        ),
        actor: donation.donorId,
        minutesAgo: since(donation.created_at),
        read: index > 2,
      }),
    ),
  ];
}

/** Pending verification requests. */
async function forAdmin(tx: Writer, to: UserId, now: Date): Promise<SeededNotification[]> {
  const requests = await tx
    .selectFrom('verification_requests as v')
    .innerJoin('profiles as p', 'p.id', 'v.user_id')
    .select(['p.id', 'p.display_name', 'v.submitted_at'])
    .where('v.status', '=', 'pending')
    .execute();
  return requests.map((request, index) => ({
    to,
    type: 'other',
    title: `${request.display_name} requested verification`,
    message: 'Review their links and decide.',
    href: '/dashboard/admin',
    actor: request.id,
    minutesAgo: Math.max(HOUR_MS / MINUTE_MS, (now.getTime() - request.submitted_at.getTime()) / MINUTE_MS),
    read: index > 1 && now.getTime() - request.submitted_at.getTime() > DAY_MS,
  }));
}
