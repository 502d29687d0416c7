-- Receipts are numbered. A number is used once, but numbers may be missing.
ALTER TABLE charges ADD COLUMN receipt_number bigint GENERATED ALWAYS AS IDENTITY;
-- Who issues receipts and statements: name and address, as they are printed.
ALTER TABLE instance_settings
  ADD COLUMN receipt_issuer text NOT NULL DEFAULT '' CHECK (char_length(receipt_issuer) <= 500);
CREATE INDEX charges_by_payer_and_purpose ON charges (payer_id, purpose, id) WHERE payer_id IS NOT NULL;
