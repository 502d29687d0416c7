-- The schema of Tributary, one file per subject: this file and those up to 0018 create it in its present form, later
-- ones change it. Conventions of all tables:
--
-- - An `id uuid` is a UUIDv7 that the program generates, so the order of ids is the order of time.
-- - Times have milliseconds, timestamptz(3), where a list pages by them: a cursor comes from JavaScript, which knows no
--   microseconds.
-- - Amounts of money are minor units, such as cents, in the currency of the instance.
-- - What belongs to an account is deleted with it (ON DELETE CASCADE). Payments and decisions of moderators outlive the
--   account: they lose the reference (ON DELETE SET NULL). Indexes of such references serve the deletion of accounts.
-- - "Encrypted" means that the key is in DATA_DIR/secrets.json and not in the database.
-- - A table of settings of a channel or person has a row once one of them is changed. Without it the defaults hold.
-- - Values that a CHECK lists, and limits of lengths, are also in packages/contracts, which refuses others with a
--   sentence before they get here.
--
-- Two more things are in the database: the table schema_migrations, which platform/db/migrations.ts creates, and the
-- schema `jobs`, which pg-boss creates.

-- Trigrams find names and titles by any part of them, and misspelt words.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- For tables to which rows are only added.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

-- The server processes of the instance. A process renews its lease; one whose lease has expired is dead.
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  -- The address at which other processes reach its HTTP port.
  url text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  lease_expires_at timestamptz NOT NULL
);

-- The keys that sign access tokens (JSON Web Keys, RFC 7517).
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  -- Encrypted.
  private_jwk text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Stored images that no row references, because they were just stored or just replaced. Usually for a moment; where
-- the program stopped in that moment, a job finds the file by this row and deletes it.
CREATE TABLE unclaimed_images (
  url text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX unclaimed_images_by_age ON unclaimed_images (since);

-- Every action of an admin. The public moderation log counts these rows. They have no foreign keys, because they
-- outlive the accounts and content that they name.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- Null: the operator's command line.
  actor_id uuid,
  action text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text NOT NULL CHECK (subject_kind ~ '^[a-z_]+$'),
  -- An id, or a name where the subject has no id.
  subject_id text NOT NULL CHECK (char_length(subject_id) BETWEEN 1 AND 200),
  -- The reason, and the values before and after.
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  -- Finds the request in the server's log.
  request_id text,
  -- A keyed hash of the actor's network address: equal for the same address, and not reversible.
  address_hash text
);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id);
CREATE INDEX audit_log_by_action ON audit_log (action, id);
CREATE INDEX audit_log_by_subject ON audit_log (subject_kind, subject_id, id);
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An instance has one currency, because its tables add amounts up. The supported ones have two decimals.
CREATE DOMAIN currency_code AS text
  CHECK (VALUE IN ('USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'));

-- The settings that admins make for the whole instance, in one row.
CREATE TABLE instance_settings (
  -- Lets the table have one row.
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- A sentence about the instance, below its name.
  tagline text NOT NULL DEFAULT '' CHECK (char_length(tagline) <= 140),
  -- Shown above every page while it is not empty.
  announcement text NOT NULL DEFAULT '' CHECK (char_length(announcement) <= 280),
  registration_open boolean NOT NULL DEFAULT true,
  admins_need_second_factor boolean NOT NULL DEFAULT false,

  -- Prices follow when it changes. Charges, checkouts, donations and payouts reference it without ON UPDATE CASCADE,
  -- so that it cannot change once there are any.
  currency currency_code NOT NULL DEFAULT 'USD' UNIQUE,
  -- The platform's fee in hundredths of a percent.
  platform_fee_basis_points integer NOT NULL DEFAULT 1000 CHECK (platform_fee_basis_points BETWEEN 0 AND 5000),
  payout_minimum_cents bigint NOT NULL DEFAULT 1000 CHECK (payout_minimum_cents BETWEEN 100 AND 1000000),
  -- The name and address that receipts and statements are issued under, as they are printed.
  receipt_issuer text NOT NULL DEFAULT '' CHECK (char_length(receipt_issuer) <= 500),

  recordings_enabled boolean NOT NULL DEFAULT true,
  -- 0: recordings are kept until they are deleted.
  recording_retention_days integer NOT NULL DEFAULT 60 CHECK (recording_retention_days >= 0),
  -- For each channel. 0: no limit.
  recording_quota_gib integer NOT NULL DEFAULT 100 CHECK (recording_quota_gib >= 0),
  -- For one file. 0: nothing can be uploaded.
  upload_max_gib integer NOT NULL DEFAULT 10 CHECK (upload_max_gib >= 0),

  -- 0: messages are kept as long as their stream.
  chat_retention_days integer NOT NULL DEFAULT 365 CHECK (chat_retention_days >= 0),
  -- Refused in every chat.
  chat_blocked_words text[] NOT NULL DEFAULT '{}',
  -- Whether an admin looks at an emote before people can use it.
  emotes_need_review boolean NOT NULL DEFAULT true,
  -- Whether channels may turn on previews of links in their chats.
  link_previews boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO instance_settings DEFAULT VALUES;

CREATE FUNCTION instance_currency() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT currency::text FROM instance_settings
$$;
ALTER DOMAIN currency_code SET DEFAULT instance_currency();
