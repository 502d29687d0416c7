-- Every stream has one quality, so there is no resolution to limit.
ALTER TABLE preferences DROP COLUMN max_height;
