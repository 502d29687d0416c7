-- Backup codes are kept as hashes from now on. What was encrypted cannot be hashed here, where the key
-- is not: those sets are spent, and their owners make new ones on the Security page.

UPDATE two_factors SET backup_codes = '[]';

ALTER TABLE two_factors
  ADD CONSTRAINT two_factors_backup_codes_hashed
  CHECK (backup_codes ~ '^\[("scrypt:[\w-]+:[\w-]+"(,"scrypt:[\w-]+:[\w-]+")*)?\]$');
