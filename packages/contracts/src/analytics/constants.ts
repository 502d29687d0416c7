/** The periods of analytics, without schemas, so that the page that shows them loads no zod. */
export const ANALYTICS_PERIODS = ['7', '28', '90'] as const;
export type AnalyticsPeriod = (typeof ANALYTICS_PERIODS)[number];

/** The newest streams of a period. */
export const ANALYTICS_STREAMS_MAX = 200;
