-- Admins page through accounts by the date they joined. JavaScript, and so the cursor, knows milliseconds only.
ALTER TABLE profiles ALTER COLUMN created_at TYPE timestamptz(3);
