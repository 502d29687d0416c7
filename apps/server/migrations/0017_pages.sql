-- Information pages, and messages to the admins.

-- Pages that an admin has edited. A page without a row shows the text of the program.
CREATE TABLE pages (
  slug text PRIMARY KEY CHECK (slug IN ('about', 'rules', 'privacy', 'terms', 'donations', 'faq')),
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 20000),
  -- Increases with each edit: an admin who saves says which version they have edited.
  version integer NOT NULL CHECK (version >= 1),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES profiles (id) ON DELETE SET NULL
);
CREATE INDEX pages_by_editor ON pages (updated_by) WHERE updated_by IS NOT NULL;

-- Messages from the contact form.
CREATE TABLE contact_messages (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  email text NOT NULL CHECK (char_length(email) <= 254),
  subject text NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 140),
  message text NOT NULL CHECK (char_length(message) BETWEEN 1 AND 5000),
  -- The account that it was sent from, if any.
  user_id uuid REFERENCES profiles (id) ON DELETE SET NULL,
  -- A ticket of the contact form is good for one message. Null in old messages.
  ticket_id text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  handled_at timestamptz,
  handled_by uuid REFERENCES profiles (id) ON DELETE SET NULL,
  CHECK (handled_by IS NULL OR handled_at IS NOT NULL)
);
CREATE INDEX contact_messages_open ON contact_messages (id DESC) WHERE handled_at IS NULL;
CREATE INDEX contact_messages_by_sender ON contact_messages (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX contact_messages_by_handler ON contact_messages (handled_by) WHERE handled_by IS NOT NULL;
