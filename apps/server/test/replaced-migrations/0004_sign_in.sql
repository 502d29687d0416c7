-- More ways to sign in, and what proves it: second factors, passkeys, access tokens.

ALTER TABLE profiles ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;

-- Kept up to within minutes, for the person who looks for a session that is not theirs.
ALTER TABLE sessions ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();

CREATE TABLE two_factors (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES profiles (id) ON DELETE CASCADE,
  -- Both encrypted under a key that is not in the database.
  secret text NOT NULL,
  backup_codes text NOT NULL,
  -- Whether a first code has proved that the authenticator holds the secret.
  verified boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  -- The time step of the last code that was accepted: it and those before it open nothing any more
  -- (RFC 6238, 5.2).
  last_totp_step bigint
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  name text CHECK (char_length(name) <= 60),
  public_key text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  aaguid text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- What access tokens are signed with (JSON Web Keys, RFC 7517).
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  public_jwk jsonb NOT NULL,
  -- Encrypted under a key that is not in the database.
  private_jwk text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
