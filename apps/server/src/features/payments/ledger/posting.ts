/** Postings to the ledger. A positive entry is a credit: the account's owner gains. */
import type { UserId } from '@tributary/contracts/shared';

export type CreatorAccountKind = 'creator_pending' | 'creator_available' | 'creator_received';

export type Account =
  /** Null: an account without an owner, for the balances of deleted accounts. */
  | { readonly kind: CreatorAccountKind; readonly ownerId: UserId | null }
  | { readonly kind: 'provider_clearing'; readonly provider: string }
  | { readonly kind: 'platform_fees' | 'refunds' | 'disputes' | 'payouts_in_transit' };

export interface Entry {
  readonly account: Account;
  readonly amountCents: number;
}

export interface Posting {
  /** Posting the same key again changes nothing. */
  readonly key: string;
  readonly kind:
    | 'charge_captured'
    | 'charge_reversed'
    | `refund_${'requested' | 'succeeded' | 'failed'}`
    | `dispute_${'opened' | 'won' | 'lost'}`
    | 'released'
    | `payout_${'requested' | 'completed' | 'failed'}`
    | 'creator_closed';
  readonly subject: { readonly kind: 'charge' | 'release' | 'payout' | 'creator'; readonly id: string };
  /** The name of a provider, which the ledger does not interpret; null: no provider took part. */
  readonly provider: string | null;
  /** The provider's id of the payment, refund, dispute or payout. */
  readonly providerEventId: string | null;
  readonly currency: string;
  readonly occurredAt: Date;
  /** Entries of zero are left out. They must sum to zero. */
  readonly entries: readonly Entry[];
}
