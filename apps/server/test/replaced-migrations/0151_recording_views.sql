-- How often and how long a recording was watched since its stream ended, without saying by whom.
ALTER TABLE recordings
  -- Once a day for each browser.
  ADD COLUMN views integer NOT NULL DEFAULT 0 CHECK (views >= 0),
  ADD COLUMN watched_seconds bigint NOT NULL DEFAULT 0 CHECK (watched_seconds >= 0);
