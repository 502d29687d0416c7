-- Payouts keep in a table of their own what waits depend on after an account was disconnected.
CREATE TABLE payout_recipients (
  creator_id uuid PRIMARY KEY REFERENCES streamer_data (user_id) ON DELETE CASCADE,
  -- Whether an account was ever ready: only the first one is paid at once.
  had_account boolean NOT NULL DEFAULT false,
  -- When the last account was disconnected: bank transfers by an admin wait as long as a new account.
  account_removed_at timestamptz
);
INSERT INTO payout_recipients (creator_id, had_account, account_removed_at)
SELECT user_id, had_payout_account, payout_account_removed_at FROM streamer_data
WHERE had_payout_account OR payout_account_removed_at IS NOT NULL;
ALTER TABLE streamer_data DROP COLUMN had_payout_account, DROP COLUMN payout_account_removed_at;
