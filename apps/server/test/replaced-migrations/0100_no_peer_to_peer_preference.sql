-- Nothing is delivered from peer to peer yet, so there is nothing to allow.
ALTER TABLE preferences DROP COLUMN peer_to_peer;
