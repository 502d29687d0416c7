-- An instance books either test money or real money, so that nobody is paid out what nobody paid.
CREATE TABLE money_mode (
  is_test boolean PRIMARY KEY,
  -- Lets the table have one row.
  singleton boolean NOT NULL DEFAULT true UNIQUE CHECK (singleton)
);

-- Whether the provider that opened it moved no real money.
ALTER TABLE checkouts ADD COLUMN is_test boolean NOT NULL DEFAULT false;
UPDATE checkouts SET is_test = true WHERE provider = 'sandbox';
ALTER TABLE checkouts ALTER COLUMN is_test DROP DEFAULT;
CREATE INDEX checkouts_open_real ON checkouts (id) WHERE status = 'open' AND NOT is_test;

ALTER TABLE charges ADD COLUMN is_test boolean NOT NULL DEFAULT false;
-- Nothing could be paid when charges were imported, so that those beside demo accounts are made up.
UPDATE charges SET is_test = true
WHERE provider = 'sandbox' OR payment_id LIKE 'demo-%'
  OR (payment_id LIKE 'imported-%' AND EXISTS (SELECT FROM demo_accounts));
ALTER TABLE charges ALTER COLUMN is_test DROP DEFAULT;
-- Where both were booked, only real money is from now on.
INSERT INTO money_mode (is_test) SELECT bool_and(is_test) FROM charges HAVING count(*) > 0;
ALTER TABLE charges ADD CONSTRAINT charges_in_one_money FOREIGN KEY (is_test) REFERENCES money_mode NOT VALID;
