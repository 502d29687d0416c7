/** Creators' accounts at providers that pay out. Creators enter their bank details there, never here. */
import type { PayoutAccount } from '@tributary/contracts/payouts';
import type { UserId } from '@tributary/contracts/shared';
import {
  type Payouts,
  type ProviderName,
  ProviderRefused,
  type Providers,
  ProviderUnavailable,
  type Settlement,
} from '#features/payments/index.ts';
import type { Database } from '#platform/db/database.ts';
import { isUniqueViolation } from '#platform/db/index.ts';
import { payoutErrors } from '../payouts.errors.ts';
import type { PayoutNotices } from './payout-notices.service.ts';
import {
  chooseAccount,
  findAccount,
  isPayable,
  noteRemoved,
  startAccount,
  unlinkAccount,
} from './provider-accounts.repo.ts';
import { findRecipient } from './recipient.ts';

const RETURN_PATH = '/dashboard/creator/payouts';
/** The page for a creator whose account could not be connected. */
const FAILED_PATH = `${RETURN_PATH}?onboarding=failed`;

export interface PayoutAccounts {
  /** Reads accounts that are not ready at their providers, since a webhook may be late. */
  of(creatorId: UserId): Promise<PayoutAccount[]>;
  /**
   * @param country the country of a new account, if the provider needs it
   * @throws AppError `payout_provider_unavailable`, `payout_country_unsupported`, ProviderUnavailable, ProviderRefused
   */
  onboard(creatorId: UserId, provider: ProviderName, country?: string | null): Promise<{ url: string }>;
  /**
   * Connects the account that the creator has chosen at the provider.
   * @param query the query of the address that the provider has sent the creator to
   * @returns the next page
   */
  finish(creatorId: UserId | null, provider: ProviderName, query: URLSearchParams): Promise<string>;
  /** Chooses this account for payouts. @throws AppError `payout_account_not_ready` */
  choose(creatorId: UserId, provider: ProviderName): Promise<void>;
  /** Idempotent. */
  unlink(creatorId: UserId, provider: ProviderName): Promise<void>;
}

export function createPayoutAccounts({
  db,
  providers,
  settlement,
  payoutNotices,
  emailOf,
  publicUrl,
  now,
}: {
  readonly db: Database;
  readonly providers: Pick<Providers, 'available' | 'find'>;
  readonly settlement: Settlement;
  readonly payoutNotices: PayoutNotices;
  readonly emailOf: (userId: UserId) => Promise<string | null>;
  readonly publicUrl: string;
  readonly now: () => Date;
}): PayoutAccounts {
  const find = (creatorId: UserId, name: ProviderName) =>
    db.read((reader) => findAccount(reader, creatorId, name));

  /** Reads the account at its provider. Without an answer, the stored state stays. */
  async function refresh(name: ProviderName, payouts: Payouts, account: string): Promise<void> {
    const asOf = now();
    try {
      const facts = await payouts.readAccount(account);
      await db.transact((tx) => settlement.apply(tx, name, facts, asOf));
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
    }
  }

  /** Empty if the provider does not answer; it is asked again when onboarding starts. */
  async function countriesOf(payouts: Payouts): Promise<readonly string[]> {
    try {
      return (await payouts.countries?.()) ?? [];
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
      return [];
    }
  }

  async function stateAt(
    creatorId: UserId,
    name: ProviderName,
    payouts: Payouts,
  ): Promise<Omit<PayoutAccount, 'isUsed'>> {
    const stored = await find(creatorId, name);
    if (stored && !stored.isReady) await refresh(name, payouts, stored.account);
    const account = await find(creatorId, name);
    const state = account ? (account.isReady ? 'ready' : 'incomplete') : 'none';
    const countries = account ? [] : await countriesOf(payouts);
    const waits = account?.isReady === true && !isPayable(account, now());
    return {
      provider: name,
      state,
      requirements: [...(account?.requirements ?? [])],
      waitsUntil: waits ? (account.payableAt?.toISOString() ?? null) : null,
      ...(countries.length > 0 && { countries: [...countries] }),
    };
  }

  return {
    async of(creatorId) {
      const accounts: Omit<PayoutAccount, 'isUsed'>[] = [];
      for (const { name, payouts } of await providers.available())
        if (payouts) accounts.push(await stateAt(creatorId, name, payouts));
      const senders = accounts.map(({ provider }) => provider);
      const recipient = await db.read((reader) => findRecipient(reader, creatorId, senders));
      return accounts.map((account) => ({ ...account, isUsed: account.provider === recipient?.provider }));
    },
    async onboard(creatorId, name, country = null) {
      const payouts = (await providers.find(name))?.payouts;
      if (!payouts) throw payoutErrors.payout_provider_unavailable();
      const email = await emailOf(creatorId);
      if (email === null) throw payoutErrors.payout_account_without_email();
      const asOf = now();
      const known = await find(creatorId, name);
      const countries = known ? [] : ((await payouts.countries?.()) ?? []);
      if (countries.length > 0 && (country === null || !countries.includes(country)))
        throw payoutErrors.payout_country_unsupported();
      const { account, url } = await payouts.onboard({
        creatorId,
        email,
        ...(country !== null && countries.length > 0 && { country }),
        account: known?.account ?? null,
        returnUrl: new URL(RETURN_PATH, publicUrl).href,
      });
      await db.transact(async (tx) => {
        await startAccount(tx, creatorId, { provider: name, account, asOf });
        const opened = { kind: 'details_opened', provider: name } as const;
        if (known?.isReady) await payoutNotices.send(tx, creatorId, opened, asOf);
      });
      return { url };
    },
    async finish(creatorId, name, query) {
      const payouts = (await providers.find(name))?.payouts;
      if (!payouts?.finishOnboarding || creatorId === null) return FAILED_PATH;
      const asOf = now();
      try {
        const account = await payouts.finishOnboarding(creatorId, query);
        const facts = await payouts.readAccount(account);
        await db.transact(async (tx) => {
          await startAccount(tx, creatorId, { provider: name, account, asOf });
          await settlement.apply(tx, name, facts, asOf);
        });
        return RETURN_PATH;
      } catch (error) {
        const isExpected = error instanceof ProviderRefused || error instanceof ProviderUnavailable;
        // The account is connected to another creator.
        if (!isExpected && !isUniqueViolation(error)) throw error;
        return FAILED_PATH;
      }
    },
    choose: (creatorId, name) =>
      db.transact(async (tx) => {
        const account = await findAccount(tx, creatorId, name);
        if (!account?.isReady) throw payoutErrors.payout_account_not_ready();
        if (!(await chooseAccount(tx, creatorId, name))) return;
        await payoutNotices.send(tx, creatorId, { kind: 'chosen', provider: name }, now());
      }),
    unlink: (creatorId, name) =>
      db.transact(async (tx) => {
        const known = await findAccount(tx, creatorId, name);
        if (!(await unlinkAccount(tx, creatorId, name))) return;
        // An account that was never ready was no destination.
        if (known?.payableAt) await noteRemoved(tx, creatorId, now());
        await payoutNotices.send(tx, creatorId, { kind: 'disconnected', provider: name }, now());
      }),
  };
}
