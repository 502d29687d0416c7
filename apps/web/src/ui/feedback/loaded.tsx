import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './loading.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** Shown where the server has none. */
  missing?: ReactNode;
  /** The height of what is loaded, as a class. */
  height: string;
  children: (data: Data) => ReactNode;
}

/** What a query has loaded; until then a skeleton, or why it failed. */
export function Loaded<Data>({ query, missing, height, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (missing && error instanceof ApiProblem && error.status === 404) return missing;
  if (data !== undefined) return children(data);
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  return <Skeleton className={`${height} rounded-media`} />;
}
