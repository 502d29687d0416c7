-- How the instance presents itself, which admins change while it runs.
ALTER TABLE instance_settings
  -- Empty: the INSTANCE_NAME of the configuration.
  ADD COLUMN name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 60),
  -- The address of an uploaded image. Null: the mark of the product.
  ADD COLUMN logo_url text,
  -- The color of actions and focus that the admin chose; both themes derive their own from it. Null: that of the product.
  ADD COLUMN accent text CHECK (accent ~ '^#[0-9a-f]{6}$'),
  -- The theme of browsers in which none was chosen.
  ADD COLUMN default_theme text NOT NULL DEFAULT 'system' CHECK (default_theme IN ('system', 'dark', 'light')),
  -- Headline and introduction of Home by language: {"en": {"headline": "…", "introduction": "…"}}.
  ADD COLUMN front_page jsonb NOT NULL DEFAULT '{}',
  -- The BCP 47 tags of the languages that people can choose, the default one first. Empty: all, and English first.
  ADD COLUMN languages text[] NOT NULL DEFAULT '{}';
