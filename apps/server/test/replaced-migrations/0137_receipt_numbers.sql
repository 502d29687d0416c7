-- Receipts are numbered without gaps, by the year of the payment (UTC). Those that were issued before keep their number.
CREATE TABLE receipt_counters (
  year integer PRIMARY KEY,
  -- The number of the last receipt.
  last bigint NOT NULL
);
ALTER TABLE charges ALTER COLUMN receipt_number DROP IDENTITY;
ALTER TABLE charges
  ALTER COLUMN receipt_number DROP NOT NULL,
  ALTER COLUMN receipt_number TYPE text USING receipt_number::text,
  ADD UNIQUE (receipt_number);

-- At the commit, so that payments wait for each other no longer than it takes, and whatever is rolled back takes no number.
CREATE FUNCTION number_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid_in integer := extract(year FROM NEW.captured_at AT TIME ZONE 'UTC');
  number bigint;
BEGIN
  INSERT INTO receipt_counters AS counter (year, last) VALUES (paid_in, 1)
    ON CONFLICT (year) DO UPDATE SET last = counter.last + 1 RETURNING last INTO number;
  UPDATE charges SET receipt_number = paid_in || '-' || lpad(number::text, greatest(5, length(number::text)), '0')
    WHERE id = NEW.id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER charges_number_receipt AFTER INSERT ON charges
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_receipt();
