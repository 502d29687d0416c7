-- A ticket of the contact form is good for one message. Messages from before have none.
ALTER TABLE contact_messages ADD COLUMN ticket_id text UNIQUE;
