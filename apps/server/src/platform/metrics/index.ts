export { createExposition, type Exposition } from './exposition.ts';
export { counter, gauge, type Metric, type Sample, samplesOf } from './metric.ts';
export { metricsHandler, openMetricsServer } from './metrics-endpoint.ts';
export { platformMetrics } from './platform-metrics.ts';
