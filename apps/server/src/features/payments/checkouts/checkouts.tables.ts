import type { CheckoutStatus, PaymentMethod, Purpose } from '@tributary/contracts/payments';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Language } from '@tributary/messages/languages';
import type { ColumnType, Generated } from 'kysely';
import type { ProviderName } from '../providers/provider.ts';

interface CheckoutsTable {
  id: string;
  idempotency_key: string;
  request_hash: string;
  purpose: Purpose;
  subject_id: string | null;
  stream_id: StreamId | null;
  creator_id: UserId | null;
  payer_id: UserId | null;
  amount_cents: number;
  fee_basis_points: number;
  currency: string;
  provider: ProviderName;
  is_test: boolean;
  method: PaymentMethod;
  description: string;
  subscription: ColumnType<unknown, string | null, never>;
  details: ColumnType<unknown, string, string>;
  status_path: string;
  provider_reference: string | null;
  redirect_url: string | null;
  status: Generated<CheckoutStatus>;
  reason: string | null;
  receipt_email: string | null;
  receipt_language: Language | null;
  expires_at: Date;
  read_at: Date;
  subscription_as_of: Date | null;
  created_at: Date;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    checkouts: CheckoutsTable;
  }
}
