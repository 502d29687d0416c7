import type { ColumnType, Generated } from 'kysely';
import type { Address } from 'viem';
import type { Token } from './quotes.ts';

/** The driver reads PostgreSQL's numeric as text. */
type Units = ColumnType<string, bigint, bigint>;
type OptionalUnits = ColumnType<string | null, bigint | null, bigint | null>;

interface KeysTable {
  fingerprint: string;
  next_index: number;
}

interface ChainsTable {
  chain_id: number;
  head_number: number;
  rewinds: Generated<number>;
}

interface BlocksTable {
  chain_id: number;
  number: number;
  hash: string;
  seen_at: Date;
}

interface OrdersTable {
  id: string;
  chain_id: number;
  purpose: 'donation' | 'ticket';
  address: Address;
  address_index: number;
  amount_cents: number;
  currency: string;
  usdc_units: OptionalUnits;
  ether_units: OptionalUnits;
  status: Generated<'open' | 'paid' | 'closed'>;
  outcome: Generated<'expired' | 'canceled' | null>;
  opened_at: Date;
  expires_at: Date;
  closed_at: Generated<Date | null>;
  scanned_block: number;
  scanned_at: Date;
  paid_block: Generated<number | null>;
  ether_block: number;
  ether_wei: ColumnType<string, bigint | undefined, bigint>;
  ether_nonce: Generated<number>;
  version: Generated<number>;
  reported_version: Generated<number>;
}

interface TransfersTable {
  order_id: string;
  token: Token;
  block_number: number;
  log_index: number;
  transaction_hash: string | null;
  sender: Address | null;
  units: Units;
  is_confirmed: boolean;
}

interface CapturesTable {
  payment_id: string;
  order_id: string;
  amount_cents: number;
  captured_at: Date;
  reversed_at: Generated<Date | null>;
}

interface RefundsTable {
  transaction_hash: string;
  payment_id: string;
  amount_cents: number;
  recorded_at: Date;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    crypto_keys: KeysTable;
    crypto_chains: ChainsTable;
    crypto_blocks: BlocksTable;
    crypto_orders: OrdersTable;
    crypto_transfers: TransfersTable;
    crypto_captures: CapturesTable;
    crypto_refunds: RefundsTable;
  }
}
