/** Lists charges for admins. The payer of an anonymous donation is hidden from admins, too. */
import type { AdminCharge, ChargeFilter } from '@tributary/contracts/payments';
import type { UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { type Channels, idsOf, type People, personIn } from '#features/channels/index.ts';
import type { Users } from '#features/identity/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Charge } from '../charges/charge.ts';
import { BY_AGE, idsBooked, newestFirst, type Page, readPage } from '../pages.repo.ts';
import type { Providers } from '../providers/providers.ts';
import { type ChargeMatch, searchCharges } from './charge-search.repo.ts';

export interface ChargeList {
  /** @throws AppError `cursor_invalid` */
  list(filter: ChargeFilter & { cursor?: string | undefined }): Promise<Page<AdminCharge>>;
  peopleOf(charges: readonly Charge[]): Promise<People>;
}

export interface ChargeListOptions {
  readonly db: Database;
  readonly providers: Pick<Providers, 'known'>;
  readonly channels: Pick<Channels, 'summaries'>;
  readonly users: Pick<Users, 'findByUsername' | 'findByEmail'>;
}

export function createChargeList({ db, providers, channels, users }: ChargeListOptions): ChargeList {
  /** @returns undefined if there is nothing to search for */
  async function matchesOf(words: string | undefined): Promise<ChargeMatch[] | undefined> {
    if (!words) return undefined;
    const matches: ChargeMatch[] = [
      { providerId: words, providers: providers.known.map(({ name }) => name) },
    ];
    if (z.uuid().safeParse(words).success) matches.push({ id: words });
    const amountCents = amountIn(words);
    if (amountCents !== null) matches.push({ amountCents });
    const person = await (words.includes('@', 1)
      ? users.findByEmail(words)
      : users.findByUsername(words.replace(/^@/, '')));
    if (person) matches.push({ person: person.id });
    return matches;
  }

  const peopleOf: ChargeList['peopleOf'] = (charges) =>
    channels.summaries([...new Set(idsOf(charges, payerOf).concat(idsOf(charges, creatorOf)))]);

  return {
    peopleOf,
    async list({ q, status, purpose, since, until, cursor }) {
      const search = {
        matches: await matchesOf(q),
        status,
        purpose,
        ...idsBooked({ since, until }),
      };
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read((reader) => searchCharges(reader, search, slice)),
      );
      const people = await peopleOf(items);
      return { items: items.map((charge) => toAdminCharge(charge, people)), next };
    },
  };
}

const payerOf = ({ isAnonymous, payerId }: Charge): UserId | null => (isAnonymous ? null : payerId);
const creatorOf = ({ creatorId }: Charge): UserId | null => creatorId;

/** @returns `12.50`, `12,5` or `12` in minor units; null for any other text */
function amountIn(words: string): number | null {
  const [, whole, cents = ''] = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(words) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

/** The payer, unless anonymous, and the creator of a charge. */
export const partiesOf = (charge: Charge, people: People) => ({
  payer: personIn(people, payerOf(charge)),
  creator: personIn(people, creatorOf(charge)),
});

export function toAdminCharge(charge: Charge, people: People): AdminCharge {
  const { id, provider, paymentId, purpose, currency, status, heldBy, isAnonymous } = charge;
  return {
    id,
    provider,
    paymentId,
    purpose,
    currency,
    status,
    heldBy,
    isAnonymous,
    amount: charge.grossCents,
    platformFee: charge.feeCents,
    netAmount: charge.netCents,
    takenBack: charge.takenBackCents,
    returnedFee: charge.returnedFeeCents,
    capturedAt: charge.capturedAt.toISOString(),
    ...partiesOf(charge, people),
  };
}
