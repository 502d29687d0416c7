import type { MetricName, MetricRating } from '@tributary/contracts/metrics';

interface PerformanceMetricsTable {
  id: string;
  name: MetricName;
  value: number;
  rating: MetricRating;
  timestamp: Date;
  page_url: string;
  user_agent: string;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    performance_metrics: PerformanceMetricsTable;
  }
}
