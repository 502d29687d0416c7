-- A checkout that is open keeps the currency too, since its payment would be in it.
ALTER TABLE checkouts ADD FOREIGN KEY (currency) REFERENCES instance_settings (currency);

-- The fee of a ticket is the one of its checkout, so that changing the platform's fee does not refuse payments for
-- events that were made before.
ALTER TABLE ppv_events
  DROP CONSTRAINT ppv_events_commission_within_rate,
  ADD CONSTRAINT ppv_events_commission_within_revenue CHECK (platform_commission_cents <= total_revenue_cents);
CREATE FUNCTION instance_fee_percent() RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT platform_fee_basis_points / 100.0 FROM instance_settings
$$;
-- The fee when the event was made.
ALTER TABLE ppv_events ALTER COLUMN commission_rate_percent SET DEFAULT instance_fee_percent();
