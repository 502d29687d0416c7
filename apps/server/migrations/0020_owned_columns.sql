-- The banner stands beside the avatar, since streams that are gated show it in the place of a thumbnail.
ALTER TABLE profiles ADD COLUMN banner_url text;
UPDATE profiles SET banner_url = page.banner_url
FROM profile_pages AS page
WHERE page.user_id = profiles.id AND page.banner_url IS NOT NULL;
ALTER TABLE profile_pages DROP COLUMN banner_url;

-- Whether the payer wants to be named to nobody. So the search of charges needs to know no donation.
ALTER TABLE charges ADD COLUMN is_anonymous boolean NOT NULL DEFAULT false;
UPDATE charges SET is_anonymous = true
FROM donations
WHERE donations.charge_id = charges.id AND donations.is_anonymous;
