-- How pages fared in browsers (spec section 3: performance metric). Nobody is named: no account, no
-- address, and a route instead of the page's own address. Kept for 30 days (features/metrics).
CREATE TABLE performance_metrics (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name IN ('LCP', 'FID', 'CLS', 'TTI', 'FCP', 'INP', 'TTFB')),
  -- Milliseconds; CLS has no unit.
  value double precision NOT NULL CHECK (value BETWEEN 0 AND 3600000),
  rating text NOT NULL CHECK (rating IN ('good', 'needs-improvement', 'poor')),
  timestamp timestamptz NOT NULL,
  page_url text NOT NULL CHECK (char_length(page_url) BETWEEN 1 AND 120),
  user_agent text NOT NULL CHECK (char_length(user_agent) <= 200)
);
-- A period of all pages, read from the index alone; the newest end also finds what is too old.
CREATE INDEX performance_metrics_by_time ON performance_metrics (timestamp) INCLUDE (name, page_url, value, rating);
CREATE INDEX performance_metrics_by_page ON performance_metrics (page_url, timestamp) INCLUDE (name, value, rating);
