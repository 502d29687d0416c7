-- People and how they sign in (spec section 3: profiles, user_roles). The sign-in library's four
-- models live here under our names; only features/identity touches these tables.

CREATE TABLE profiles (
  id uuid PRIMARY KEY,
  -- The handle in URLs; packages/contracts has the same rule.
  username text NOT NULL UNIQUE CHECK (username ~ '^[a-z0-9](?:[a-z0-9_-]{0,28}[a-z0-9])?$'),
  -- Lower case, so that equality is what people take for the same address.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 1 AND 60),
  bio text NOT NULL DEFAULT '' CHECK (char_length(bio) <= 2000),
  avatar_url text,
  banned_at timestamptz,
  ban_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ban_reason IS NULL OR banned_at IS NOT NULL)
);

CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('viewer', 'streamer', 'admin')),
  granted_at timestamptz NOT NULL DEFAULT now(),
  -- Null: by the system or by the operator's command line.
  granted_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  PRIMARY KEY (user_id, role)
);
CREATE INDEX user_roles_by_role ON user_roles (role, user_id) WHERE role <> 'viewer';
CREATE INDEX user_roles_by_granter ON user_roles (granted_by) WHERE granted_by IS NOT NULL;

-- Everybody holds viewer, by whichever door they came in: with the profile, in its transaction.
CREATE FUNCTION grant_viewer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_roles (user_id, role) VALUES (NEW.id, 'viewer');
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_grant_viewer AFTER INSERT ON profiles
  FOR EACH ROW EXECUTE FUNCTION grant_viewer();

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- SHA-256 of the cookie's token, base64url: reading this table signs nobody in.
  token_hash text NOT NULL UNIQUE CHECK (char_length(token_hash) = 43),
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- One way of signing in: a password (provider 'credential') or an account elsewhere.
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  provider_id text NOT NULL,
  account_id text NOT NULL,
  -- Salted scrypt; null for an account elsewhere.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX accounts_by_user ON accounts (user_id);

-- Single-use values: mail confirmation, recovery, sign-in by another provider.
CREATE TABLE verifications (
  -- Not a uuid: a value reserved against replay has its own hash for a key.
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_by_identifier ON verifications (identifier, created_at DESC);
CREATE INDEX verifications_by_expiry ON verifications (expires_at);
