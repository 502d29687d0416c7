/** Creators' donation pages and goals, for their owners and for the pages of their streams. */
import type {
  DonationGoal,
  DonationGoalEdit,
  DonationPage,
  DonationPageEdit,
  OwnDonationPage,
} from '@tributary/contracts/donations';
import type { UserId } from '@tributary/contracts/shared';
import { type Channels, channelsErrors, idsOf, personIn } from '#features/channels/index.ts';
import type { Database, Reader, Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import * as repo from './donation-pages.repo.ts';
import { donationsChanged } from './donations.events.ts';

const RECENT = 5;

export interface DonationPages {
  /** @throws AppError `streamer_not_found` */
  of(username: string): Promise<DonationPage>;
  own(creatorId: UserId): Promise<OwnDonationPage>;
  edit(creatorId: UserId, edit: DonationPageEdit): Promise<OwnDonationPage>;
  /** Sets a goal, or changes the existing one. */
  setGoal(creatorId: UserId, goal: DonationGoalEdit): Promise<OwnDonationPage>;
  removeGoal(creatorId: UserId): Promise<OwnDonationPage>;
  /** Null without a goal, and after its end. */
  currentGoal(db: Reader, creatorId: UserId): Promise<DonationGoal | null>;
}

export interface DonationPagesOptions {
  readonly db: Database;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly now: () => Date;
}

export function createDonationPages({ db, channels, now }: DonationPagesOptions): DonationPages {
  async function own(creatorId: UserId): Promise<OwnDonationPage> {
    return db.read(async (reader) => {
      const { goal, presets, ...page } = await repo.findPage(reader, creatorId);
      const { currency } = await readSettings(reader);
      return {
        ...page,
        presets: [...presets],
        currency,
        goal: goal && (await toGoal(reader, creatorId, goal)),
      };
    });
  }

  async function change(creatorId: UserId, work: (tx: Writer) => Promise<void>): Promise<OwnDonationPage> {
    await db.transact(async (tx) => {
      await work(tx);
      await publish(tx, donationsChanged, { creatorId });
    });
    return own(creatorId);
  }

  const current = (goal: repo.StoredGoal | null) => (goal?.endsAt && goal.endsAt <= now() ? null : goal);

  return {
    async of(username) {
      const { recent, ...page } = await db.read(async (reader) => {
        const channel = await repo.findChannel(reader, username.toLowerCase());
        if (!channel) throw channelsErrors.streamer_not_found();
        const { isOpen, presets, showsRecent, goal } = await repo.findPage(reader, channel.id);
        const present = current(goal);
        return {
          isOpen,
          presets: [...presets],
          currency: (await readSettings(reader)).currency,
          goal: present && (await toGoal(reader, channel.id, present)),
          recent: showsRecent ? await repo.findRecent(reader, channel.id, RECENT) : [],
        };
      });
      const people = await channels.summaries(idsOf(recent, ({ donorId }) => donorId));
      return {
        ...page,
        recent: recent.map(({ donorId, createdAt, ...donation }) => ({
          ...donation,
          createdAt: createdAt.toISOString(),
          donor: personIn(people, donorId),
        })),
      };
    },
    own,
    edit: (creatorId, edit) => change(creatorId, (tx) => repo.savePage(tx, creatorId, edit)),
    setGoal: (creatorId, goal) => change(creatorId, (tx) => repo.saveGoal(tx, creatorId, goal, now())),
    removeGoal: (creatorId) => change(creatorId, (tx) => repo.removeGoal(tx, creatorId)),
    async currentGoal(reader, creatorId) {
      const goal = current((await repo.findPage(reader, creatorId)).goal);
      return goal && toGoal(reader, creatorId, goal);
    },
  };
}

async function toGoal(db: Reader, creatorId: UserId, goal: repo.StoredGoal): Promise<DonationGoal> {
  return {
    title: goal.title,
    targetAmount: goal.targetCents,
    raisedAmount: await repo.sumForGoal(db, creatorId, goal),
    endsAt: goal.endsAt?.toISOString() ?? null,
  };
}
