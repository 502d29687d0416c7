-- Donations without an account.
ALTER TABLE donations
  -- The name that the donor gave; null where there is none, or an account, or it must not be shown.
  ADD COLUMN guest_name text CHECK (guest_name <> ''),
  ADD CONSTRAINT donations_guest_has_no_account
    CHECK (guest_name IS NULL OR (donor_id IS NULL AND NOT is_anonymous));

-- Where the receipt goes. Removed once it is sent.
ALTER TABLE checkouts ADD COLUMN receipt_email text;
CREATE INDEX checkouts_with_receipt_email ON checkouts (created_at) WHERE receipt_email IS NOT NULL;
