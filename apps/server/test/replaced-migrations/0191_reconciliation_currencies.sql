-- A provider may list payments in other currencies than that of the ledger: what it lists is added up by currency.
ALTER TABLE reconciliations ADD COLUMN listed_amounts jsonb NOT NULL DEFAULT '{}'
  CHECK (jsonb_typeof(listed_amounts) = 'object');
UPDATE reconciliations SET listed_amounts = jsonb_build_object(instance_currency(), listed_cents) WHERE listed > 0;
ALTER TABLE reconciliations DROP COLUMN listed_cents;
