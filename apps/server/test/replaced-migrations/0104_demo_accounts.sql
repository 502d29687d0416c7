-- The accounts that the demo created, by id, because visitors can change their addresses.
CREATE TABLE demo_accounts (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  -- Set while the instance is not a demo; the account is banned then.
  disabled_at timestamptz
);
INSERT INTO demo_accounts (user_id) SELECT id FROM profiles WHERE email LIKE '%@demo.example';

-- As 0095, except that the demo's admin may be disabled even if there is no other admin.
CREATE OR REPLACE FUNCTION keep_an_admin_by_ban() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_banned(NEW) AND NOT is_banned(OLD)
    AND EXISTS (SELECT FROM user_roles WHERE user_id = NEW.id AND role = 'admin')
    AND NOT EXISTS (SELECT FROM demo_accounts WHERE user_id = NEW.id AND disabled_at IS NOT NULL)
  THEN
    PERFORM keep_an_admin(NEW.id);
  END IF;
  RETURN NEW;
END $$;
