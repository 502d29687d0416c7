/** Reports donations, new subscriptions and gifts in the chat of a creator's running stream, once, by a job. */
import { chatTopic } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { donationsChanged } from '#features/donations/index.ts';
import { type Support, supported } from '#features/payments/index.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { type Feature, on, onHook } from '#platform/feature.ts';
import { type Jobs, work } from '#platform/jobs/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { reportSupport, type SupportReport } from '../chat.jobs.ts';
import { findOpenChats } from '../members/members.repo.ts';
import { type SystemLine, storeLine } from '../messages/system-lines.ts';
import { checkDonationMessages } from './donation-messages.ts';
import { countTakenBack, findDisplayName } from './support.repo.ts';

export interface SupportOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly realtime: Pick<Realtime, 'topic'>;
}

type SupportParts = Required<Pick<Feature, 'jobs' | 'subscriptions'>>;

export function createSupport({ db, jobs, realtime }: SupportOptions): SupportParts {
  /** The numbers of refunded donations in a creator's chats, as the listeners in this process know them. */
  const takenBack = new Map<UserId, string>();

  async function report(job: SupportReport): Promise<void> {
    const line = await db.read((reader) => lineOf(reader, job.support));
    if (line !== null) await db.transact((tx) => storeLine(tx, { ...line, streamId: job.streamId }));
  }

  /** Sends the chat again if a donation was refunded or its text hidden. */
  async function refresh(creatorId: UserId): Promise<void> {
    const known: [StreamId, number][] = [];
    const open = await db.read((reader) => findOpenChats(reader, creatorId));
    // Drops the state of creators who are offline.
    if (open.length === 0) return void takenBack.delete(creatorId);
    for (const id of open) known.push([id, await db.read((reader) => countTakenBack(reader, id))]);
    const now = JSON.stringify(known);
    const before = takenBack.get(creatorId) ?? JSON.stringify(open.map((id) => [id, 0]));
    takenBack.set(creatorId, now);
    if (now === before) return;
    for (const id of open) await realtime.topic(chatTopic, id).refresh();
  }

  return {
    jobs: [work(reportSupport, report)],
    subscriptions: [
      checkDonationMessages(),
      onHook(supported, async (tx, support) => {
        const open = await findOpenChats(tx, support.creatorId);
        await jobs.send(
          tx,
          reportSupport,
          open.map((streamId) => ({ streamId, support })),
        );
      }),
      on(donationsChanged, ({ creatorId }) => refresh(creatorId)),
    ],
  };
}

/** @returns null if it would name a hidden account */
async function lineOf(db: Reader, support: Support): Promise<Omit<SystemLine, 'streamId'> | null> {
  const { id, creatorId, kind } = support;
  const line = { clientId: id, support: kind };
  if (support.kind === 'donation') {
    // Its fact is read from the donation.
    return { ...line, authorId: creatorId, donationId: id, fact: null };
  }
  if (support.kind === 'subscription') {
    const name = await findDisplayName(db, support.subscriberId);
    if (name === null) return null;
    return { ...line, authorId: support.subscriberId, fact: { kind: support.kind, name } };
  }
  const { giverId, recipientId } = support;
  const recipient = await findDisplayName(db, recipientId);
  if (recipient === null) return null;
  const giver = giverId && (await findDisplayName(db, giverId));
  // The line is deleted with the account that it names as the giver.
  const authorId = giver ? giverId : creatorId;
  return { ...line, authorId, fact: { kind: 'gift', giver: giver || null, recipient } };
}
