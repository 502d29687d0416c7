-- Accounts, how people sign in, their roles and bans, and what they show and prefer. The sign-in library,
-- better-auth, has four models: profiles, sessions, accounts and verifications.

-- One row for each account.
CREATE TABLE profiles (
  id uuid PRIMARY KEY,
  -- The name in URLs.
  username text NOT NULL UNIQUE CHECK (username ~ '^[a-z0-9](?:[a-z0-9_-]{0,28}[a-z0-9])?$'),
  -- In lower case, so that two spellings of an address are one account.
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  -- When the account is deleted unless its address is confirmed by then. Null: no confirmation is needed.
  confirm_by timestamptz,
  display_name text NOT NULL CHECK (char_length(display_name) BETWEEN 1 AND 60),
  bio text NOT NULL DEFAULT '' CHECK (char_length(bio) <= 2000),
  avatar_url text,
  -- When the last ban began. It stays after the ban has ended; is_banned tells whether one is in force.
  banned_at timestamptz,
  -- Null: the ban does not end by itself.
  banned_until timestamptz,
  ban_reason text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ban_reason IS NULL OR banned_at IS NOT NULL),
  CHECK (banned_until IS NULL OR banned_at IS NOT NULL)
);
-- How admins find and sort accounts.
CREATE INDEX profiles_for_admins ON profiles
  USING gin ((username || ' ' || email || ' ' || display_name) gin_trgm_ops);
CREATE INDEX profiles_by_arrival ON profiles (created_at);
CREATE INDEX profiles_banned ON profiles (id) WHERE banned_at IS NOT NULL;
-- For the job that deletes accounts whose address was not confirmed in time.
CREATE INDEX profiles_unconfirmed ON profiles (confirm_by) WHERE NOT email_verified;

CREATE FUNCTION is_banned(profiles) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT $1.banned_at IS NOT NULL AND ($1.banned_until IS NULL OR $1.banned_until > now())
$$;

-- Whether viewers may see an account; admins see all of them.
CREATE FUNCTION is_public(profiles) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT is_banned($1) AND ($1.email_verified OR $1.confirm_by IS NULL)
$$;

-- Usernames of recent sign-ups. A sign-up with an address that already has an account takes its username, too, so
-- that usernames do not reveal which addresses have accounts.
CREATE TABLE username_reservations (
  username text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX username_reservations_by_expiry ON username_reservations (expires_at);

-- The accounts that the demo created, by id, because visitors can change their addresses.
CREATE TABLE demo_accounts (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  -- Set while the instance is not a demo; the account is banned then.
  disabled_at timestamptz
);

-- Roles of accounts: viewers watch and write, streamers also have a channel, admins run the instance.
CREATE TABLE user_roles (
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('viewer', 'streamer', 'admin')),
  granted_at timestamptz NOT NULL DEFAULT now(),
  -- Null: the system, or the operator's command line.
  granted_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  PRIMARY KEY (user_id, role)
);
CREATE INDEX user_roles_by_role ON user_roles (role, user_id) WHERE role <> 'viewer';
CREATE INDEX user_roles_by_granter ON user_roles (granted_by) WHERE granted_by IS NOT NULL;

-- Every account has the role of a viewer, however it was created.
CREATE FUNCTION grant_viewer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_roles (user_id, role) VALUES (NEW.id, 'viewer');
  RETURN NULL;
END $$;
CREATE TRIGGER profiles_grant_viewer AFTER INSERT ON profiles
  FOR EACH ROW EXECUTE FUNCTION grant_viewer();

-- An instance that has an admin keeps one who is not banned: the last one cannot lose the role, be deleted or be
-- banned.
CREATE FUNCTION keep_an_admin(leaving uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two admins who leave at the same moment do so one after the other.
  PERFORM pg_advisory_xact_lock(7281936);
  IF NOT EXISTS (
    SELECT FROM user_roles JOIN profiles ON profiles.id = user_roles.user_id
    WHERE role = 'admin' AND user_id <> leaving AND NOT is_banned(profiles)
  ) THEN
    RAISE EXCEPTION 'The last admin cannot leave.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'user_roles_keep_an_admin';
  END IF;
END $$;
CREATE FUNCTION keep_an_admin_by_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_an_admin(OLD.user_id);
  RETURN OLD;
END $$;
CREATE TRIGGER user_roles_keep_an_admin BEFORE DELETE ON user_roles
  FOR EACH ROW WHEN (OLD.role = 'admin') EXECUTE FUNCTION keep_an_admin_by_role();
-- The demo's admin is an exception: that account is disabled even if there is no other admin.
CREATE FUNCTION keep_an_admin_by_ban() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_banned(NEW) AND NOT is_banned(OLD)
    AND EXISTS (SELECT FROM user_roles WHERE user_id = NEW.id AND role = 'admin')
    AND NOT EXISTS (SELECT FROM demo_accounts WHERE user_id = NEW.id AND disabled_at IS NOT NULL)
  THEN
    PERFORM keep_an_admin(NEW.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER profiles_keep_an_admin BEFORE UPDATE OF banned_at, banned_until ON profiles
  FOR EACH ROW EXECUTE FUNCTION keep_an_admin_by_ban();

-- Browsers in which an account is signed in.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  -- SHA-256 of the cookie's token, base64url, so that reading this table is not enough to sign in.
  token_hash text NOT NULL UNIQUE CHECK (char_length(token_hash) = 43),
  expires_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  -- When the user last confirmed who they are, which endpoints that move money require.
  proven_at timestamptz,
  -- Exact to some minutes, for a user who looks for a session that is not theirs.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- One way of signing in: a password (provider 'credential'), or an account at an OpenID Connect provider.
CREATE TABLE accounts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  provider_id text NOT NULL,
  -- The provider's id of the account.
  account_id text NOT NULL,
  -- Salted scrypt; null for an account at a provider.
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

-- Values for a single use: confirmation of an address, recovery of an account, sign-in with a provider.
CREATE TABLE verifications (
  -- Text, because a value that is reserved against replay has its own hash as the key.
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_by_identifier ON verifications (identifier, created_at DESC);
CREATE INDEX verifications_by_expiry ON verifications (expires_at);

-- The authenticator app of an account (TOTP, RFC 6238), and its backup codes.
CREATE TABLE two_factors (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL UNIQUE REFERENCES profiles (id) ON DELETE CASCADE,
  -- Encrypted.
  secret text NOT NULL,
  -- A JSON array of salted scrypt hashes, one for each code that was not used yet.
  backup_codes text NOT NULL,
  -- Whether a first code has proved that the authenticator holds the secret.
  verified boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  -- The time step of the last code that was accepted: neither it nor an earlier one is accepted again (RFC 6238,
  -- section 5.2).
  last_totp_step bigint,
  CONSTRAINT two_factors_backup_codes_hashed
    CHECK (backup_codes ~ '^\[("scrypt:[\w-]+:[\w-]+"(,"scrypt:[\w-]+:[\w-]+")*)?\]$')
);

-- Passkeys of accounts (WebAuthn credentials).
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

-- The links and the banner of a person's page, which also shows name, bio and avatar.
CREATE TABLE profile_pages (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  -- Addresses in the order in which they are shown.
  links jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(links) = 'array' AND jsonb_array_length(links) <= 8),
  banner_url text,
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Preferences of a person on every device.
CREATE TABLE preferences (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  autoplay boolean NOT NULL,
  low_data boolean NOT NULL,
  -- Null: each browser keeps its own.
  theme text CHECK (theme IN ('system', 'dark', 'light')),
  -- While it is set, what the person watches is not added to watch_history.
  history_paused boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
