-- What admins do (spec section 3: verification_requests), what is kept of it, and what they decide
-- for the whole instance.

-- A ban may end by itself: banned_at stays, and is_banned tells what holds now.
ALTER TABLE profiles
  ADD COLUMN banned_until timestamptz,
  ADD CHECK (banned_until IS NULL OR banned_at IS NOT NULL);
CREATE FUNCTION is_banned(profiles) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT $1.banned_at IS NOT NULL AND ($1.banned_until IS NULL OR $1.banned_until > now())
$$;

-- How admins find and sort people.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX profiles_for_admins ON profiles
  USING gin ((username || ' ' || email || ' ' || display_name) gin_trgm_ops);
CREATE INDEX profiles_by_arrival ON profiles (created_at);
CREATE INDEX profiles_banned ON profiles (id) WHERE banned_at IS NOT NULL;

-- An instance that has an admin keeps one who can act.
CREATE FUNCTION keep_an_admin(leaving uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Two who leave at the same moment do so one after the other.
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
CREATE FUNCTION keep_an_admin_by_ban() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM user_roles WHERE user_id = NEW.id AND role = 'admin') THEN
    PERFORM keep_an_admin(NEW.id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER profiles_keep_an_admin BEFORE UPDATE OF banned_at ON profiles
  FOR EACH ROW WHEN (OLD.banned_at IS NULL AND NEW.banned_at IS NOT NULL)
  EXECUTE FUNCTION keep_an_admin_by_ban();

-- A hidden broadcast is in no list; its own address still leads to it.
ALTER TABLE streams
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  ADD COLUMN hidden_reason text CHECK (char_length(hidden_reason) BETWEEN 1 AND 500),
  ADD CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  ADD CHECK (hidden_by IS NULL OR hidden_at IS NOT NULL);
CREATE INDEX streams_by_hider ON streams (hidden_by) WHERE hidden_by IS NOT NULL;
CREATE INDEX streams_hidden ON streams (id) WHERE hidden_at IS NOT NULL;
CREATE INDEX streams_live_by_viewers ON streams (current_viewers, id) WHERE status = 'live';
CREATE INDEX streams_by_end ON streams (ended_at);

CREATE TABLE verification_requests (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  submitted_at timestamptz NOT NULL DEFAULT now(),
  reviewed_at timestamptz,
  -- Null: its reviewer's account is gone, or the command line was it.
  reviewed_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- The streamer reads them too.
  admin_notes text CHECK (char_length(admin_notes) BETWEEN 1 AND 2000),
  -- Addresses; packages/contracts has the rule.
  social_media_links jsonb NOT NULL CHECK (
    jsonb_typeof(social_media_links) = 'array' AND jsonb_array_length(social_media_links) BETWEEN 1 AND 8
  ),
  CHECK ((status = 'pending') = (reviewed_at IS NULL)),
  CHECK (reviewed_by IS NULL OR reviewed_at IS NOT NULL)
);
CREATE UNIQUE INDEX verification_requests_one_pending ON verification_requests (user_id) WHERE status = 'pending';
CREATE INDEX verification_requests_by_user ON verification_requests (user_id, id);
CREATE INDEX verification_requests_by_status ON verification_requests (status, id);
CREATE INDEX verification_requests_by_reviewer ON verification_requests (reviewed_by) WHERE reviewed_by IS NOT NULL;

-- Every act of an admin, once and for good. No foreign keys: it outlasts whom and what it names.
CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- Null: the operator's command line.
  actor_id uuid,
  action text NOT NULL CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text NOT NULL CHECK (subject_kind ~ '^[a-z_]+$'),
  -- A uuid, or the name of what has one.
  subject_id text NOT NULL CHECK (char_length(subject_id) BETWEEN 1 AND 200),
  -- Why, and what was before and after.
  details jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(details) = 'object'),
  -- The request's, to find it in the server's log.
  request_id text,
  -- Keyed hash of where the actor was: the same place has the same one, and nobody can read it back.
  address_hash text
);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, id);
CREATE INDEX audit_log_by_action ON audit_log (action, id);
CREATE INDEX audit_log_by_subject ON audit_log (subject_kind, subject_id, id);
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- One row: what admins decide for everybody.
CREATE TABLE instance_settings (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- A sentence about the instance, beneath its name.
  tagline text NOT NULL DEFAULT '' CHECK (char_length(tagline) <= 140),
  -- Shown above every page while it is not empty.
  announcement text NOT NULL DEFAULT '' CHECK (char_length(announcement) <= 280),
  registration_open boolean NOT NULL DEFAULT true,
  admins_need_second_factor boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO instance_settings DEFAULT VALUES;
