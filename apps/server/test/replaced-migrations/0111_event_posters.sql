-- Events that creators make themselves.
ALTER TABLE ppv_events
  ADD COLUMN poster_url text,
  -- Null for drafts, which creators publish later than they create them.
  ADD COLUMN published_at timestamptz(3),
  -- When title, description, date or status last changed, which calendars compare.
  ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now();
UPDATE ppv_events SET published_at = created_at, updated_at = created_at WHERE status <> 'draft';
