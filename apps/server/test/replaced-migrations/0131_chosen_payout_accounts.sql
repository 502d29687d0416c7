-- The payout account that a creator has chosen among several. Without a choice, the first one that is ready is used.
ALTER TABLE provider_accounts ADD COLUMN is_chosen boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX provider_accounts_chosen ON provider_accounts (creator_id) WHERE is_chosen;
