-- The donation that a message reports. What it says is read from there, so that a refund or a hidden text counts at once.
ALTER TABLE chat_messages ADD COLUMN donation_id uuid REFERENCES donations (id) ON DELETE CASCADE;
CREATE INDEX chat_messages_by_donation ON chat_messages (donation_id) WHERE donation_id IS NOT NULL;
