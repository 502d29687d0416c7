import { METRIC_RATINGS, METRIC_THRESHOLDS, type MetricName, type MetricRating } from '@tributary/contracts';

interface Rated {
  readonly name: MetricName;
  readonly p75: number;
  readonly rating: MetricRating;
}

/** The rating counts first, then how near its 75th percentile is to poor, or how far beyond. */
function badness({ name, p75, rating }: Rated): number {
  const nearness = p75 / METRIC_THRESHOLDS[name].poorFrom;
  return METRIC_RATINGS.indexOf(rating) + nearness / (1 + nearness);
}

/** Where to look first comes first. */
export function worstFirst<T extends Rated>(metrics: readonly T[]): T[] {
  return metrics.toSorted((a, b) => badness(b) - badness(a));
}

/** How a page's worst metric stands; for sorting pages. @param metrics worst first */
export function worstOf([worst]: readonly Rated[]): number {
  return worst ? badness(worst) : -1;
}
