-- Payment providers by any name: which there are, the program knows.
CREATE FUNCTION is_provider_name(name text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN name ~ '^[a-z][a-z0-9]{1,31}$';

ALTER TABLE ledger_accounts
  DROP CONSTRAINT ledger_accounts_provider_check,
  ADD CONSTRAINT ledger_accounts_provider_check CHECK (is_provider_name(provider));
ALTER TABLE charges
  DROP CONSTRAINT charges_provider_check,
  ADD CONSTRAINT charges_provider_check CHECK (is_provider_name(provider));
ALTER TABLE donations
  DROP CONSTRAINT donations_payment_provider_check,
  ADD CONSTRAINT donations_payment_provider_check CHECK (is_provider_name(payment_provider));
ALTER TABLE payouts
  DROP CONSTRAINT payouts_provider_check,
  ADD CONSTRAINT payouts_provider_check CHECK (is_provider_name(provider));
ALTER TABLE checkouts
  DROP CONSTRAINT checkouts_provider_check,
  DROP CONSTRAINT checkouts_method_check,
  ADD CONSTRAINT checkouts_provider_check CHECK (is_provider_name(provider)),
  ADD CONSTRAINT checkouts_method_check CHECK (is_provider_name(method));
ALTER TABLE tier_subscriptions
  DROP CONSTRAINT tier_subscriptions_provider_check,
  ADD CONSTRAINT tier_subscriptions_provider_check CHECK (is_provider_name(provider));
