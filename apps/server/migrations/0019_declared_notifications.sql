-- The features of the server declare the notifications that they send and what people choose about them, so the database
-- checks only the form of their names. Rows of types that are no longer declared stay.
ALTER TABLE notifications
  DROP CONSTRAINT notifications_type_check,
  ADD CONSTRAINT notifications_type_check CHECK (type ~ '^[a-z_]{1,40}$');

-- Several types can share a preference.
ALTER TABLE notification_preferences DROP CONSTRAINT notification_preferences_type_check;
ALTER TABLE notification_preferences RENAME COLUMN type TO preference;
ALTER TABLE notification_preferences
  ADD CONSTRAINT notification_preferences_preference_check CHECK (preference ~ '^[a-z_]{1,40}$');

-- These were part of `other` before, so what people chose for it still holds for them.
INSERT INTO notification_preferences (user_id, preference, in_app, web_push, mail)
SELECT user_id, separate, in_app, web_push, mail
FROM notification_preferences,
  unnest(ARRAY['appeal', 'event', 'gift', 'money_admin', 'payout', 'raid', 'recording', 'refund', 'subscription'])
    AS separate
WHERE preference = 'other';
