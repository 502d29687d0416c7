-- The language that a person has chosen: the BCP 47 tag of a message catalogue. Null: the one below.
ALTER TABLE profiles ADD COLUMN language text CHECK (char_length(language) <= 35);
-- The language of the browser that signed up or signed in last. Null: the browser stated none.
ALTER TABLE profiles ADD COLUMN browser_language text CHECK (char_length(browser_language) <= 35);
