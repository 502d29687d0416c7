-- ETH is found by comparing balances. The state of each address at the end of the newest block up to which arrivals of ETH
-- are recorded is kept, since RPC servers forget it after 128 blocks.
ALTER TABLE crypto_orders
  ADD ether_block bigint,
  ADD ether_wei numeric(78) NOT NULL DEFAULT 0 CHECK (ether_wei >= 0),
  ADD ether_nonce bigint NOT NULL DEFAULT 0 CHECK (ether_nonce >= 0);
UPDATE crypto_orders SET
  ether_block = scanned_block,
  ether_wei = coalesce((
    SELECT sum(units) FROM crypto_transfers WHERE order_id = crypto_orders.id AND token = 'ETH' AND is_confirmed
  ), 0);
ALTER TABLE crypto_orders ALTER ether_block SET NOT NULL;
