-- Clips get a thumbnail of their own. Those made before show that of their stream.
ALTER TABLE clips ADD COLUMN has_thumbnail boolean NOT NULL DEFAULT false;
