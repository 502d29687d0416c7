-- Checkouts kept the messages and the names of guests that admins had removed from their donations.
UPDATE checkouts SET details = details - array['message', 'guestName']
FROM charges
  JOIN donations ON donations.charge_id = charges.id
WHERE charges.checkout_id = checkouts.id AND checkouts.purpose = 'donation'
  AND donations.message = '' AND donations.guest_name IS NULL;
