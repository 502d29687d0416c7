-- Information pages, messages to the admins, and what a profile shows beside its name.

-- A public page that an admin has edited; one without a row shows the program's own text.
CREATE TABLE pages (
  slug text PRIMARY KEY CHECK (slug IN ('about', 'privacy', 'terms', 'donations', 'faq')),
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 20000),
  -- Grows by one with each edit: whoever saves says which version they have edited.
  version integer NOT NULL CHECK (version >= 1),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES profiles (id) ON DELETE SET NULL
);
CREATE INDEX pages_by_editor ON pages (updated_by) WHERE updated_by IS NOT NULL;

CREATE TABLE contact_messages (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  email text NOT NULL CHECK (char_length(email) <= 254),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 140),
  message text NOT NULL CHECK (char_length(message) BETWEEN 1 AND 5000),
  -- The account it was sent from, if any.
  user_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz,
  handled_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  CHECK (handled_by IS NULL OR handled_at IS NOT NULL)
);
CREATE INDEX contact_messages_open ON contact_messages (id DESC) WHERE handled_at IS NULL;
CREATE INDEX contact_messages_by_sender ON contact_messages (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX contact_messages_by_handler ON contact_messages (handled_by) WHERE handled_by IS NOT NULL;

-- What a person's page shows beside name, bio and avatar. A row is made by the first edit.
CREATE TABLE profile_pages (
  user_id uuid PRIMARY KEY REFERENCES profiles (id) ON DELETE CASCADE,
  -- Addresses in the order to show them; packages/contracts has the rule.
  links jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(links) = 'array' AND jsonb_array_length(links) <= 8),
  banner_url text,
  updated_at timestamptz NOT NULL DEFAULT now()
);
