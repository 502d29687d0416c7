-- When an account is deleted unless its address is confirmed by then. Null: the instance did not ask for it.
ALTER TABLE profiles ADD COLUMN confirm_by timestamptz;
CREATE INDEX profiles_unconfirmed ON profiles (confirm_by) WHERE NOT email_verified;

-- Whether anybody but admins may see an account.
CREATE FUNCTION is_public(profiles) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT is_banned($1) AND ($1.email_verified OR $1.confirm_by IS NULL)
$$;

-- Usernames of recent sign-ups. A sign-up with an address that has an account takes its username too, so
-- that usernames do not reveal which addresses have accounts.
CREATE TABLE username_reservations (
  username text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX username_reservations_by_expiry ON username_reservations (expires_at);
