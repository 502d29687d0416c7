-- The schedule of channels: what creators plan, the streams that follow from it, and who is reminded of them.

-- What a creator plans: a stream once, or weekly on some days.
CREATE TABLE schedule_entries (
  id uuid PRIMARY KEY,
  streamer_id uuid NOT NULL REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 140),
  category text,
  -- The first day and the time of day on the clocks of the time zone, which daylight saving does not change.
  starts_on date NOT NULL,
  start_minute smallint NOT NULL CHECK (start_minute BETWEEN 0 AND 1439),
  timezone text NOT NULL CHECK (char_length(timezone) BETWEEN 1 AND 64),
  duration_minutes smallint NOT NULL CHECK (duration_minutes BETWEEN 1 AND 1440),
  -- ISO 8601: 1 is Monday. Empty: once.
  weekdays smallint[] NOT NULL CHECK (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[] AND cardinality(weekdays) <= 7),
  -- The last day, inclusive. Null: no end.
  ends_on date CHECK (ends_on >= starts_on),
  -- The streams up to this day are in scheduled_streams.
  planned_until date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX schedule_entries_by_streamer ON schedule_entries (streamer_id, id);
CREATE INDEX schedule_entries_to_extend ON schedule_entries (planned_until) WHERE weekdays <> '{}';

-- Streams at their times, eight weeks ahead.
CREATE TABLE scheduled_streams (
  id uuid PRIMARY KEY,
  streamer_id uuid NOT NULL REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  -- Null: the entry was removed, and the stream stays as a canceled one for those who asked to be reminded of it.
  entry_id uuid REFERENCES schedule_entries (id) ON DELETE SET NULL,
  -- The day that the entry names. It stays when the stream is moved, so that the entry does not plan it again.
  day date NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  duration_minutes smallint NOT NULL CHECK (duration_minutes BETWEEN 1 AND 1440),
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 140),
  category text,
  timezone text NOT NULL,
  is_weekly boolean NOT NULL,
  -- The creator changed this one alone, so changes of the entry leave it as it is.
  is_changed boolean NOT NULL DEFAULT false,
  is_canceled boolean NOT NULL DEFAULT false,
  -- Calendars compare it.
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  UNIQUE (entry_id, day)
);
CREATE INDEX scheduled_streams_by_streamer ON scheduled_streams (streamer_id, starts_at, id);
CREATE INDEX scheduled_streams_by_start ON scheduled_streams (starts_at);

-- People who asked to be reminded of a stream. The row is deleted once they are notified.
CREATE TABLE schedule_reminders (
  scheduled_stream_id uuid NOT NULL REFERENCES scheduled_streams (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (scheduled_stream_id, user_id)
);
CREATE INDEX schedule_reminders_by_user ON schedule_reminders (user_id);

-- People who asked to be reminded of an event, with or without a ticket for it.
CREATE TABLE event_reminders (
  event_id uuid NOT NULL REFERENCES ppv_events (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, user_id)
);
CREATE INDEX event_reminders_by_user ON event_reminders (user_id);
