-- The language of the receipt that a guest asked for: that of the request. Removed with the address.
ALTER TABLE checkouts ADD COLUMN receipt_language text CHECK (char_length(receipt_language) <= 35);
