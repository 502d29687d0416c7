/** Seeds a demo instance (spec section 7). Each step runs once and checks first whether it has run. */
import type { SeedResult } from '@tributary/contracts/demo';
import { sql } from 'kysely';
import { releasePending } from '#features/payments/index.ts';
import type { Database, Writer } from '#platform/db/database.ts';
import type { DemoLog } from '../index.ts';
import { seedAudience } from './audience.seed.ts';
import { seedDonations, seedGoals } from './donations.seed.ts';
import { seedNotifications } from './notifications.seed.ts';
import { seedOffers } from './offers.seed.ts';
import { seedPayouts } from './payouts.seed.ts';
import { seedSchedules } from './schedule.seed.ts';
import { findSeededAccounts } from './seeded-accounts.ts';
import { SEEDING_FAILURES } from './seeding.errors.ts';
import { countStreams, seedStreams } from './streams.seed.ts';
import { seedUsers } from './users.seed.ts';
import { countVerificationRequests, seedVerificationRequests } from './verification.seed.ts';

/** Streams are seeded if there are fewer than this in any state (spec section 9). */
export const STREAMS_THRESHOLD = 16;

export interface Seeding {
  users(): Promise<SeedResult>;
  streams(): Promise<SeedResult>;
  /** Verification requests, events, payouts, tiers, subscriptions and donations. */
  adminData(): Promise<SeedResult>;
}

export interface SeedingOptions {
  readonly db: Database;
  readonly log: DemoLog;
  /** Creates missing streamers and sign-in accounts. */
  ensurePeople(): Promise<void>;
  readonly now?: () => Date;
}

/** Advisory lock that makes the steps of several processes run one after the other. */
const LOCK = 7_281_938;

/** Those who ask while it runs wait for the same result rather than for the lock, which a statement may await for 30 s. */
function shared(step: () => Promise<SeedResult>): () => Promise<SeedResult> {
  let running: Promise<SeedResult> | null = null;
  return () => {
    running ??= step().finally(() => {
      running = null;
    });
    return running;
  };
}

const DONE: SeedResult = { success: true, error: null };

export function createSeeding({ db, log, ensurePeople, now = () => new Date() }: SeedingOptions): Seeding {
  const locked = (work: (tx: Writer) => Promise<void>): Promise<void> =>
    db.transact(async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
      await work(tx);
    });

  async function attempt(failure: string, work: () => Promise<void>): Promise<SeedResult> {
    try {
      await work();
      return DONE;
    } catch (err) {
      const error = err instanceof SeedingFailure ? err.message : failure;
      log.warn({ err }, error);
      return { success: false, error };
    }
  }

  return {
    users: shared(() =>
      attempt(SEEDING_FAILURES.users, async () => {
        await ensurePeople();
        await locked(async (tx) => void (await seedUsers(tx, now())));
      }),
    ),
    streams: shared(() =>
      attempt(SEEDING_FAILURES.streams, () =>
        locked(async (tx) => {
          const count = await countStreams(tx).catch((cause: unknown) => {
            throw new SeedingFailure(SEEDING_FAILURES.check, { cause });
          });
          const accounts = await findSeededAccounts(tx);
          if (count < STREAMS_THRESHOLD) await seedStreams(tx, accounts, now());
          await seedAudience(tx, accounts);
        }),
      ),
    ),
    adminData: shared(() =>
      attempt(SEEDING_FAILURES.any, () =>
        locked(async (tx) => {
          if ((await countVerificationRequests(tx)) > 0) return;
          const accounts = await findSeededAccounts(tx);
          if (accounts.viewers.length === 0 || accounts.streamers.length === 0)
            throw new SeedingFailure(SEEDING_FAILURES.nobody);
          await seedVerificationRequests(tx, accounts, now());
          await seedOffers(tx, accounts, now());
          await seedSchedules(tx, accounts, now());
          await seedDonations(tx, accounts, now());
          await seedGoals(tx, accounts, now());
          while ((await releasePending(tx, now())) > 0);
          await seedPayouts(tx, accounts, now());
          await seedNotifications(tx, accounts, now());
        }),
      ),
    ),
  };
}

/** A failure whose message is returned to the client. */
class SeedingFailure extends Error {
  override readonly name = 'SeedingFailure';
}
