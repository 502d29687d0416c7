/** Requests and settles payouts: a payout is completed, or fails and returns to the balance. */

import type { UserId } from '@tributary/contracts/shared';
import { type Entry, holdingEnd, type Posting, type ProviderName, post } from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import { type LocalizedText, localized } from '#platform/messages/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import * as repo from './payouts.repo.ts';
import { closeStatement } from './statements/statements.repo.ts';
import { lockWithdrawable } from './withdrawable.repo.ts';

/** The requested payout exceeds what the creator can withdraw. */
export class PayoutTooLarge extends AppError {
  readonly availableCents: number;

  constructor(amountCents: number, availableCents: number, currency: string) {
    const most = { minor: Math.max(0, availableCents), currency };
    const amount = { minor: amountCents, currency };
    super('payout_too_large', 'conflict', localized('errors.payouts.payout_too_large', { amount, most }), {
      errors: [{ pointer: '/amount', detail: localized('errors.money.at_most', { most }) }],
    });
    this.availableCents = availableCents;
  }
}

export interface PayoutRequested {
  readonly id: string;
  readonly streamerId: UserId;
  readonly amountCents: number;
  /** The account that it is sent to; null: an admin sends it. */
  readonly recipient?: { readonly provider: ProviderName; readonly account: string } | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly dueAt: Date;
  readonly at: Date;
}

/**
 * Requests a payout, and takes its amount from the withdrawable balance. The first payout of a channel waits for the
 * holding period, so that disputes and admins can stop it. Repeating a request changes nothing.
 * @throws PayoutTooLarge
 */
export async function requestPayout(tx: Writer, request: PayoutRequested): Promise<void> {
  const { id, streamerId, amountCents, recipient = null } = request;
  // The lock makes concurrent requests see the amount of this one.
  const available = await lockWithdrawable(tx, streamerId, request.at);
  const known = await repo.lockPayout(tx, id);
  if (known) {
    // The message says nothing about a payout of another creator.
    if (known.streamerId !== streamerId) throw payoutConflict(localized('errors.payouts.id_taken', { id }));
    if (known.amountCents === amountCents) return;
    const { currency } = known;
    const was = { minor: known.amountCents, currency };
    const is = { minor: amountCents, currency };
    throw payoutConflict(localized('errors.payouts.requested_before', { id, was, is }));
  }
  const { currency } = await readSettings(tx);
  if (amountCents > available) throw new PayoutTooLarge(amountCents, available, currency);
  const { provider, account } = recipient ?? { provider: null, account: null };
  const waitsUntil = (await repo.wasPaidOut(tx, streamerId)) ? null : holdingEnd(request.at);
  const state = { provider, account, waitsUntil, status: 'pending' } as const;
  const payout = { id, streamerId, amountCents, currency, ...state };
  await repo.insertPayout(tx, { ...payout, ...request });
  await post(tx, [moved({ ...payout, provider: null }, 'pending', request.at, AVAILABLE, IN_TRANSIT)]);
  await closeStatement(tx, streamerId, id);
}

export interface PayoutSettled {
  readonly id: string;
  readonly status: 'completed' | 'failed';
  /** The provider that has sent the money; `manual` for a bank transfer. Null if the payout failed. */
  readonly provider: ProviderName | null;
  /** The reference at the provider or the bank. */
  readonly reference: string | null;
  readonly reason: string | null;
  readonly at: Date;
}

/**
 * Settles a payout. Repeating it changes nothing.
 * @throws AppError `payout_conflict` if the bank has returned the payout, which is final
 */
export async function settlePayout(tx: Writer, settled: PayoutSettled): Promise<void> {
  const { id, status, at } = settled;
  const payout = await repo.lockPayout(tx, id);
  if (!payout) throw new Error(`There is no payout ${id}`);
  if (payout.status === status) return;
  // A payout that was given up can still arrive.
  if (payout.status === 'failed' && (await repo.wasCompleted(tx, id)))
    throw payoutConflict(localized('errors.payouts.returned_before', { id, status }));
  // The bank can still return a completed transfer.
  const provider = settled.provider ?? payout.provider ?? 'manual';
  const from = { pending: IN_TRANSIT, completed: CLEARING, failed: AVAILABLE }[payout.status];
  await repo.updatePayout(tx, id, { ...settled, provider });
  const to = status === 'completed' ? CLEARING : AVAILABLE;
  const posting = moved({ ...payout, provider }, status, at, from, to);
  // A payout that failed, arrived after all and was returned fails twice, each time from another account.
  const isReturn = payout.status === 'completed';
  await post(tx, [isReturn ? { ...posting, key: `payout:${id}:returned` } : posting]);
}

type Moved = Omit<repo.PayoutState, 'account' | 'waitsUntil' | 'sentAt' | 'reference'>;
const AVAILABLE = ({ streamerId: ownerId }: Moved) => ({ kind: 'creator_available', ownerId }) as const;
const IN_TRANSIT = () => ({ kind: 'payouts_in_transit' }) as const;
const CLEARING = ({ provider }: Moved) =>
  ({ kind: 'provider_clearing', provider: provider ?? 'manual' }) as const;

type AccountOf = (payout: Moved) => Entry['account'];

function moved(
  payout: Moved,
  status: repo.PayoutState['status'],
  occurredAt: Date,
  from: AccountOf,
  to: AccountOf,
): Posting {
  const { id, amountCents, provider, currency } = payout;
  const step = status === 'pending' ? 'requested' : status;
  return {
    key: `payout:${id}:${step}`,
    kind: `payout_${step}`,
    subject: { kind: 'payout', id },
    provider,
    providerEventId: null,
    currency,
    occurredAt,
    entries: [
      { account: from(payout), amountCents: -amountCents },
      { account: to(payout), amountCents },
    ],
  };
}

const payoutConflict = (text: LocalizedText): AppError => new AppError('payout_conflict', 'conflict', text);
