-- On these chains the native coin is not ETH (BNB, xDAI, POL, S, CELO, AVAX), and counted as if it were. What was asked for
-- in it can no longer be paid; in USDC it can.
UPDATE crypto_orders SET ether_units = NULL
WHERE chain_id IN (56, 100, 137, 146, 42220, 43114, 80002) AND status <> 'paid' AND usdc_units IS NOT NULL;

-- They were closed so long ago that late payments are not looked for.
UPDATE crypto_orders SET
  status = 'closed',
  outcome = coalesce(outcome, 'canceled'),
  closed_at = now() - interval '8 days',
  version = version + 1
WHERE chain_id IN (56, 100, 137, 146, 42220, 43114, 80002) AND status <> 'paid' AND usdc_units IS NULL;
