-- Each minute, a job looks for the subscriptions whose paid period or trial is over.
CREATE INDEX tier_subscriptions_open_by_end ON tier_subscriptions (current_period_end) WHERE status <> 'canceled';
