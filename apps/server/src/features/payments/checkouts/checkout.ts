/** A checkout: an intended payment and its outcome. */
import type { CheckoutStatus, PaymentMethod, Purpose } from '@tributary/contracts/payments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { ProviderName } from '../providers/provider.ts';

export const billing = z.object({ cycle: z.enum(['monthly', 'yearly']), trialDays: z.int().nonnegative() });

export interface Checkout {
  readonly id: string;
  readonly purpose: Purpose;
  /** The event or the tier; null for a donation. */
  readonly subjectId: string | null;
  readonly streamId: StreamId | null;
  readonly creatorId: UserId | null;
  /** Null: a guest, or a deleted account. */
  readonly payerId: UserId | null;
  readonly amountCents: number;
  readonly feeBasisPoints: number;
  readonly currency: string;
  readonly provider: ProviderName;
  /** Whether the provider moves no real money. */
  readonly isTest: boolean;
  readonly method: PaymentMethod;
  readonly description: string;
  readonly subscription: z.infer<typeof billing> | null;
  /** Data of the purpose, which parses it itself. */
  readonly details: unknown;
  /** The page of this instance that shows the state. */
  readonly statusPath: string;
  /** The provider's id of the payment page and its address; null until the provider has opened it. */
  readonly reference: string | null;
  readonly redirectUrl: string | null;
  readonly status: CheckoutStatus;
  readonly reason: string | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  /** When the provider was asked for the state of the subscription that was applied last. */
  readonly subscriptionAsOf: Date | null;
}
