/** The rows that two years of payments would have written. */

/** The creator with donations. */
export const ADA = '01900000-0000-7000-8000-000000000001';
/** The creator with subscribers. */
export const BEN = '01900000-0000-7000-8000-000000000002';
const TIER = '01900000-0000-7000-8000-000000000003';

/** The tables that hold most of the rows. */
export const TABLES = [
  ...['charges', 'donations', 'tier_subscriptions', 'ledger_transactions', 'ledger_entries'],
];

const id = (block: string, n: string) =>
  `('01900000-0000-7000-${block}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

export const fillStatements = ({
  donations,
  subscriptions,
}: {
  readonly donations: number;
  readonly subscriptions: number;
}): string[] => [
  `insert into profiles (id, username, email, email_verified, display_name)
     values ('${ADA}', 'ada', 'ada@example.org', true, 'Ada'), ('${BEN}', 'ben', 'ben@example.org', true, 'Ben')`,
  `insert into user_roles (user_id, role) values ('${ADA}', 'streamer'), ('${BEN}', 'streamer')`,
  `insert into streamer_data (user_id, stream_key, stream_key_hash)
     values ('${ADA}', 'a', sha256('a')), ('${BEN}', 'b', sha256('b'))`,
  'insert into money_mode (is_test) values (false)',
  `insert into charges (id, provider, is_test, payment_id, purpose, creator_id, gross_cents, fee_cents, held_by, captured_at, available_at, released_at, earned_at)
     select ${id('9000', 'n')}, 'stripe', false, 'payment-' || to_char(n, 'FM000000000'), 'donation',
       '${ADA}', 1000, 100, 'platform', at, at, at, at
     from generate_series(1, ${donations}) n, lateral (select now() - (${donations} - n) * interval '63 seconds' as at) t`,
  `insert into donations (id, charge_id, recipient_id, amount, platform_fee, net_amount, payment_provider, status, created_at)
     select id, id, creator_id, gross_cents, fee_cents, net_cents, 'stripe', 'completed', captured_at from charges`,
  ...subscriptionStatements(subscriptions),
  `insert into ledger_accounts (kind, provider, currency) values ('provider_clearing', 'stripe', 'USD'), ('platform_fees', null, 'USD')`,
  `insert into ledger_accounts (kind, owner_id, currency, balance)
     select 'creator_available', creator_id, 'USD', sum(net_cents) from charges group by creator_id order by 2`,
  `insert into ledger_transactions (kind, idempotency_key, provider, provider_event_id, subject_kind, subject_id, occurred_at)
     select 'charge_captured', 'charge:' || id || ':captured', provider, payment_id, 'charge', id, captured_at from charges order by id`,
  `insert into ledger_entries (transaction_id, account_id, amount, currency, occurred_at)
     select t.id, a.id, case a.kind when 'provider_clearing' then -gross_cents when 'platform_fees' then fee_cents else net_cents end,
       'USD', t.occurred_at
     from ledger_transactions t join charges c on c.id = t.subject_id
       join ledger_accounts a on a.owner_id is null or a.owner_id = c.creator_id order by 1, 2`,
  `insert into daily_earnings (creator_id, day, source, gross_cents, fee_cents, charges)
     select creator_id, (earned_at at time zone 'UTC')::date, purpose || 's', sum(gross_cents), sum(fee_cents), count(*)
     from charges group by 1, 2, 3`,
  `update streamer_data s set
     total_earnings = (select sum(net_cents) from daily_earnings where creator_id = s.user_id),
     total_donations = (select coalesce(sum(gross_cents), 0) from daily_earnings where creator_id = s.user_id and source = 'donations')`,
];

/** Four of five subscribers pay by the month, for 1 to 12 months, and the others for a year in advance. */
const subscriptionStatements = (subscriptions: number): string[] => [
  `insert into subscription_tiers (id, creator_id, name, price_monthly, price_yearly)
     values ('${TIER}', '${BEN}', 'Friend', 500, 5000)`,
  `insert into profiles (id, username, email, email_verified, display_name)
     select ${id('a000', 'n')}, 'fan' || n, 'fan' || n || '@example.org', true, 'Fan ' || n from generate_series(1, ${subscriptions}) n`,
  `insert into tier_subscriptions (id, tier_id, user_id, status, billing_cycle, price_cents, current_period_start, current_period_end, provider, provider_subscription_id)
     select ${id('b000', 'n')}, '${TIER}', ${id('a000', 'n')}, 'active', cycle, case cycle when 'yearly' then 5000 else 500 end,
       start, start + case cycle when 'yearly' then interval '1 year' else interval '1 month' end, 'stripe', 'subscription-' || n
     from generate_series(1, ${subscriptions}) n,
       lateral (select case when n % 5 = 0 then 'yearly' else 'monthly' end as cycle) c,
       lateral (select now() - case cycle when 'yearly' then 360 else 28 end * n / ${subscriptions}::float * interval '1 day' as start) s`,
  `insert into charges (id, provider, is_test, payment_id, purpose, subject_id, payer_id, creator_id, gross_cents, fee_cents, held_by, captured_at, available_at, released_at, earned_at)
     select ${id('c000', `row_number() over (order by at)`)}, 'stripe', false, 'invoice-' || s.id || '-' || month, 'subscription', s.id, s.user_id,
       '${BEN}', s.price_cents, s.price_cents / 10, 'platform', at, at, at, at
     from tier_subscriptions s, generate_series(0, case billing_cycle when 'yearly' then 0 else hashtext(s.id::text) & 7 end) month,
       lateral (select date_trunc('milliseconds', s.current_period_start - month * interval '1 month') as at) t`,
];
