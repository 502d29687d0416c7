-- How fast pages are in browsers. Rows name no person: there is no account and no address in them, and the route
-- stands for the page's URL. They are kept for 30 days.
CREATE TABLE performance_metrics (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name IN ('LCP', 'FID', 'CLS', 'TTI', 'FCP', 'INP', 'TTFB')),
  -- Milliseconds; CLS has no unit.
  value double precision NOT NULL CHECK (value BETWEEN 0 AND 3600000),
  rating text NOT NULL CHECK (rating IN ('good', 'needs-improvement', 'poor')),
  timestamp timestamptz NOT NULL,
  -- The route.
  page_url text NOT NULL CHECK (char_length(page_url) BETWEEN 1 AND 120),
  user_agent text NOT NULL CHECK (char_length(user_agent) <= 200)
);
-- A period of all pages or of one page, read from the index alone. The first one also finds what is too old.
CREATE INDEX performance_metrics_by_time ON performance_metrics (timestamp) INCLUDE (name, page_url, value, rating);
CREATE INDEX performance_metrics_by_page ON performance_metrics (page_url, timestamp) INCLUDE (name, value, rating);
