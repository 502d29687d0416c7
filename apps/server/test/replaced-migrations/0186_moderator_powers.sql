ALTER TABLE chat_moderators
  -- What the streamer lets them do: messages and people, what everybody sees in the chat, raids.
  ADD COLUMN powers text[] NOT NULL DEFAULT '{people,room,raids}' CHECK (powers <@ ARRAY['people', 'room', 'raids']);
