-- Whether this person exchanges streams with other viewers, on all devices. Null: not decided, so each browser keeps its own
-- choice.
ALTER TABLE preferences ADD COLUMN sharing text CHECK (sharing IN ('join', 'relay', 'decline'));

-- With `relay`, viewers exchange the streams of a channel only through the TURN server.
ALTER TABLE channel_swarms DROP CONSTRAINT channel_swarms_policy_check;
ALTER TABLE channel_swarms ADD CONSTRAINT channel_swarms_policy_check
  CHECK (policy IN ('off', 'relay', 'ask', 'on'));
