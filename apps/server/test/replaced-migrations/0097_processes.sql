-- The server processes of one instance. A process renews its lease; one whose lease has expired is dead.
CREATE TABLE processes (
  id uuid PRIMARY KEY,
  -- Where other processes reach its HTTP port.
  url text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  lease_expires_at timestamptz NOT NULL
);

-- The process that serves a live stream; its lease is the stream's. Null: none, as after the process died.
-- No foreign key: rows of dead processes are deleted while ended streams still name them.
ALTER TABLE streams ADD COLUMN owner_id uuid;
