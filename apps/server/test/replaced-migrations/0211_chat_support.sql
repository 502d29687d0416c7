-- Lines of the chat that celebrate a donation, a new subscription or a gift.
ALTER TABLE chat_messages ADD COLUMN support text CHECK (support IN ('donation', 'subscription', 'gift'));
UPDATE chat_messages SET support = 'donation' WHERE donation_id IS NOT NULL;
