/** Compares the ledger with itself and with everything that is derived from it. */
import { type Kysely, sql } from 'kysely';
import type { Database, Writer } from '#platform/db/database.ts';
import type { Schema } from '#platform/db/schema.ts';

export interface LedgerCheck {
  readonly transactions: number;
  readonly accounts: number;
  readonly charges: number;
  /** Empty when everything agrees. */
  readonly disagreements: readonly Disagreement[];
}

export interface Disagreement {
  /** What should hold. */
  readonly rule: string;
  /** The row's table and id. */
  readonly subject: string;
  readonly expected: string;
  readonly actual: string;
}

/** Rows of a rule that are reported; there may be more. */
const MAX_ROWS = 50;

/** All rules in one statement, which sees one snapshot. */
export async function findDisagreements(db: Kysely<Schema>): Promise<readonly Disagreement[]> {
  return (await sql.raw<Disagreement>(COMPARISON).execute(db)).rows;
}

/** Reads one snapshot of the database, so that it can run beside an instance that takes payments. */
export const checkLedger = (db: Database): Promise<LedgerCheck> =>
  db.report((own) =>
    own.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(compareAll),
  );

async function compareAll(db: Writer): Promise<LedgerCheck> {
  const disagreements = await findDisagreements(db);
  const { rows } = await sql<Omit<LedgerCheck, 'disagreements'>>`
    select (select count(*) from ledger_transactions) as transactions,
      (select count(*) from ledger_accounts) as accounts, (select count(*) from charges) as charges`.execute(
    db,
  );
  return { ...(rows[0] ?? { transactions: 0, accounts: 0, charges: 0 }), disagreements };
}

const compareCharges = (column: string, expected: string) => `
  select 'charges ' || c.id, (${expected})::numeric, coalesce(s.${column}, 0)
  from charges c left join charge_sums s on s.id = c.id`;

/** Each selects subjects, what is expected of them and what is there. */
const RULES: Readonly<Record<string, string>> = {
  'The entries of a transaction sum to zero': `
    select 'ledger_transactions ' || t.id, 0::numeric, coalesce(sum(e.amount), -1)
    from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id group by t.id`,
  'A transaction and its accounts are in one currency': `
    select 'ledger_transactions ' || e.transaction_id, 1, count(distinct x.currency)
    from ledger_entries e join ledger_accounts a on a.id = e.account_id,
      lateral (values (e.currency), (a.currency)) as x (currency)
    group by e.transaction_id`,
  'A balance is the sum of its entries': `
    select 'ledger_accounts ' || a.id, coalesce(sum(e.amount), 0), a.balance::numeric
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id where a.balance is not null group by a.id`,
  'Creators have what was charged, without fees and what was taken back': compareCharges(
    'creator',
    'c.net_cents - (c.taken_back_cents - c.returned_fee_cents)',
  ),
  'The platform has the fees, without those of what was taken back': compareCharges(
    'fees',
    'c.fee_cents - c.returned_fee_cents',
  ),
  'The refunds account withholds what was requested and is not settled': compareCharges(
    'refunds',
    `select coalesce(sum(amount_cents), 0) from refunds r where r.charge_id = c.id and r.status = 'pending'`,
  ),
  'The disputes account withholds what is disputed': compareCharges('disputes', 'c.disputed_cents'),
  'A charge counts its refunds': `
    select 'charges ' || c.id, coalesce(sum(r.amount_cents), 0), c.refunded_cents::numeric
    from charges c left join refunds r on r.charge_id = c.id and r.status <> 'failed' group by c.id`,
  'A charge counts its disputes': `
    select 'charges ' || c.id, coalesce(sum(d.withheld_cents) filter (where d.status = 'open'), 0)
        || ' and ' || coalesce(sum(d.withheld_cents) filter (where d.status = 'lost'), 0),
      c.disputed_cents || ' and ' || c.lost_cents
    from charges c left join disputes d on d.charge_id = c.id group by c.id`,
  'A pending balance is what is left of the charges that are not released': `
    select 'pending of ' || coalesce(a.owner_id::text, 'deleted accounts'), (select coalesce(sum(c.net_cents - c.taken_back_cents + c.returned_fee_cents), 0)
      from charges c where c.released_at is null and c.creator_id is not distinct from a.owner_id), a.balance::numeric
    from ledger_accounts a where a.kind = 'creator_pending' and a.closed_at is null`,
  'Payouts in transit are those that are pending': `
    select 'payouts ' || p.id, case p.status when 'pending' then p.amount else 0 end::numeric, coalesce((
      select sum(e.amount) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id
      where t.subject_id = p.id and a.kind = 'payouts_in_transit'), 0)
    from payouts p`,
  'A completed payout has left the provider’s account, and a failed one is back': `
    select 'payouts ' || p.id, case p.status when 'completed' then p.amount else 0 end::numeric, coalesce((
      select sum(e.amount) from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id
      where t.subject_id = p.id and a.kind = 'provider_clearing'), 0)
    from payouts p`,
  'A statement closes with what was booked for its creator until then': `
    select 'payouts ' || p.id, (select coalesce(sum(e.amount), 0) from ledger_accounts a join ledger_entries e on e.account_id = a.id
        where a.owner_id = p.streamer_id and a.kind in ('creator_pending', 'creator_available')
          and e.transaction_id <= t.id and (e.occurred_at < p.period_end or e.transaction_id = t.id)),
      p.closing_cents::numeric
    from payouts p join ledger_transactions t on t.idempotency_key = 'payout:' || p.id || ':requested'
    where p.streamer_id is not null`,
  'The receipts of a year are numbered without gaps': `
    select 'receipt_counters ' || year, last,
      (select count(distinct receipt_number) from charges where receipt_number ~ ('^' || year || '-0*[1-9]'))
    from receipt_counters`,
  'A valid ticket that was bought is paid for': `
    select 'tickets ' || t.id, true, exists (
      select from charges c where c.checkout_id = t.checkout_id and c.taken_back_cents < c.gross_cents)
    from tickets t where t.checkout_id is not null and t.status = 'valid'`,
  'A gift that is active is paid for': `
    select 'tier_subscriptions ' || s.id, true, exists (
      select from charges c where c.subject_id = s.id and c.taken_back_cents < c.gross_cents)
    from tier_subscriptions s where s.is_gift and s.status = 'active'`,
  'A donation is as its charge': `
    select 'donations ' || d.id,
      concat_ws(' ', c.gross_cents, c.fee_cents, c.net_cents, c.currency, c.provider, c.creator_id,
        case when c.reversed_at is null then c.refunded_cents else c.gross_cents end, case
        when c.status in ('captured', 'partially_refunded') then 'completed'
        when c.status in ('disputed', 'lost') then 'disputed' else 'refunded' end),
      concat_ws(' ', d.amount, d.platform_fee, d.net_amount, d.currency, d.payment_provider, d.recipient_id,
        d.refunded_amount, d.status)
    from donations d join charges c on c.id = d.charge_id`,
  'An event’s revenue and commission are those of its tickets': `
    select 'ppv_events ' || e.id, coalesce(sum(c.gross_cents - c.taken_back_cents), 0)
        || ' and ' || coalesce(sum(c.fee_cents - c.returned_fee_cents), 0),
      e.total_revenue_cents || ' and ' || e.platform_commission_cents
    from ppv_events e left join charges c on c.subject_id = e.id and c.purpose = 'ticket' group by e.id`,
  'A day’s earnings are those of its charges': `
    select concat_ws(' ', 'daily_earnings', coalesce(c.creator_id, d.creator_id), coalesce(c.day, d.day), coalesce(c.source, d.source)),
      concat_ws(' ', coalesce(c.gross, 0), coalesce(c.fee, 0), coalesce(c.charges, 0)),
      concat_ws(' ', coalesce(d.gross, 0), coalesce(d.fee, 0), coalesce(d.charges, 0))
    from (select creator_id, (earned_at at time zone 'UTC')::date as day,
          case purpose when 'donation' then 'donations' when 'ticket' then 'tickets' else 'subscriptions' end as source,
          sum(gross_cents - taken_back_cents) as gross, sum(fee_cents - returned_fee_cents) as fee,
          count(*) filter (where taken_back_cents < gross_cents) as charges
        from charges where earned_at is not null group by 1, 2, 3) c
      full join (select creator_id, day, source, sum(gross_cents) as gross, sum(fee_cents) as fee, sum(charges) as charges
        from daily_earnings group by 1, 2, 3) d
      on coalesce(c.creator_id::text, '') = coalesce(d.creator_id::text, '') and c.day = d.day and c.source = d.source`,
  'A streamer’s totals are the sums of the days': `
    select 'streamer_data ' || s.user_id, coalesce(sum(d.net_cents), 0)
        || ' and ' || coalesce(sum(d.gross_cents) filter (where d.source = 'donations'), 0),
      s.total_earnings || ' and ' || s.total_donations
    from streamer_data s left join daily_earnings d on d.creator_id = s.user_id group by s.user_id`,
};

/** What the entries about each charge sum to, by kind of account. */
const CHARGE_SUMS = `
  select t.subject_id as id,
    coalesce(sum(e.amount) filter (where a.kind like 'creator\\_%'), 0) as creator,
    coalesce(sum(e.amount) filter (where a.kind = 'platform_fees'), 0) as fees,
    coalesce(sum(e.amount) filter (where a.kind = 'refunds'), 0) as refunds,
    coalesce(sum(e.amount) filter (where a.kind = 'disputes'), 0) as disputes
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id join ledger_accounts a on a.id = e.account_id
  where t.subject_kind = 'charge' group by 1`;

const COMPARISON = `with charge_sums as (${CHARGE_SUMS}) ${Object.entries(RULES)
  .map(
    ([rule, query]) => `(
      select '${rule}' as rule, subject, expected::text, actual::text
      from (${query}) as compared (subject, expected, actual)
      where expected is distinct from actual order by subject limit ${MAX_ROWS})`,
  )
  .join(' union all ')}`;
