-- Who can create an account: everyone, people with an invitation, or no one.
ALTER TABLE instance_settings
  ADD COLUMN registration text NOT NULL DEFAULT 'open' CHECK (registration IN ('open', 'invitation', 'closed'));
UPDATE instance_settings SET registration = 'closed' WHERE NOT registration_open;
ALTER TABLE instance_settings DROP COLUMN registration_open;

-- The codes with which people can create accounts while that needs an invitation.
CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  -- Random. Admins see it again, so that they can pass it on later.
  code text NOT NULL UNIQUE,
  -- Whom it is for, as its creator noted it.
  note text NOT NULL CHECK (char_length(note) <= 100),
  created_by uuid REFERENCES profiles ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Null: it does not expire.
  expires_at timestamptz,
  max_uses integer NOT NULL CHECK (max_uses BETWEEN 1 AND 1000),
  uses integer NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND max_uses)
);
