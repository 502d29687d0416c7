/** Notifications of the accounts that visitors can sign in to. They are seeded without being delivered. */
import type { NotificationType } from '@tributary/contracts/preferences';
import { formatMoney, type UserId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { idAt } from './times.ts';

interface SeededNotification {
  readonly to: UserId;
  readonly type: NotificationType;
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
    type: 'stream_live',
    title: `${stream.display_name} went live`,
    message: stream.title,
    href: `/s/${stream.username}/${stream.slug}`,
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
    .select(['d.amount', 'd.currency', 'd.message', 'd.created_at', 'p.id', 'p.display_name'])
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
        type: 'follower',
        title: `${follower.display_name} follows you`,
        message: `@${follower.username}`,
        href: `/streamer/${follower.username}`,
        actor: follower.id,
        minutesAgo: since(follower.created_at),
        read: index > 3,
      }),
    ),
    ...donations.map(
      (donation, index): SeededNotification => ({
        to,
        type: 'donation',
        title: `${donation.display_name ?? 'Guest'} donated ${formatMoney(donation.amount, donation.currency)}`,
        message: donation.message,
        href: '/dashboard/creator/tips',
        actor: donation.id,
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
