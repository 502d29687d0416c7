-- When the person said that they had read a warning, which is shown to them on every page until then.
ALTER TABLE report_cases
  ADD COLUMN read_at timestamptz(3),
  ADD CHECK (read_at IS NULL OR outcome = 'warned');
