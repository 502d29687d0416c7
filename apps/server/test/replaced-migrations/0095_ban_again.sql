-- A ban that has run out leaves its date behind. Whoever is banned again leaves as well, which 0040 did not
-- see: it asked whether there had been a date.
CREATE OR REPLACE FUNCTION keep_an_admin_by_ban() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_banned(NEW) AND NOT is_banned(OLD)
    AND EXISTS (SELECT FROM user_roles WHERE user_id = NEW.id AND role = 'admin')
  THEN
    PERFORM keep_an_admin(NEW.id);
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER profiles_keep_an_admin ON profiles;
CREATE TRIGGER profiles_keep_an_admin BEFORE UPDATE OF banned_at, banned_until ON profiles
  FOR EACH ROW EXECUTE FUNCTION keep_an_admin_by_ban();
