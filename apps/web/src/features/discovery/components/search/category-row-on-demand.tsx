import { type ComponentType, lazy, Suspense } from 'react';

/** The row is at the end of Home, so its script loads after the first one. Without it, Home ends above the row. */
const Row = lazy<ComponentType>(() => import('./category-row.tsx').catch(() => ({ default: () => null })));

/** All categories in a row. It keeps its height while it loads. */
export const CategoryRow = () => (
  <Suspense fallback={<div className="h-12 sm:h-22" />}>
    <Row />
  </Suspense>
);
