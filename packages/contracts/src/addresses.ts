/** The slug that always leads to the channel's running broadcast, or to its offline page. */
export const LIVE_SLUG = 'live';
