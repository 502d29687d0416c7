-- From when on an account is paid. Null: it was never ready.
ALTER TABLE provider_accounts ADD COLUMN payable_at timestamptz;
UPDATE provider_accounts SET payable_at = as_of WHERE is_ready;
-- Whether a payout account was ever ready, which stays when it is disconnected: only the first one is paid at once.
ALTER TABLE streamer_data ADD COLUMN had_payout_account boolean NOT NULL DEFAULT false;
UPDATE streamer_data SET had_payout_account = true
WHERE user_id IN (SELECT creator_id FROM provider_accounts WHERE is_ready AND provider <> 'crypto');
-- When the last payout account was disconnected: bank transfers by an admin wait as long as a new account.
ALTER TABLE streamer_data ADD COLUMN payout_account_removed_at timestamptz;
