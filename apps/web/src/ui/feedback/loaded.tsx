import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './loading.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** Shown if the server has no data. */
  missing?: ReactNode;
  /** The height of the loaded content, as a class. */
  height: string;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query; until then a skeleton, or the error. */
export function Loaded<Data>({ query, missing, height, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (missing && error instanceof ApiProblem && error.status === 404) return missing;
  if (data !== undefined) return children(data);
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />;
  return <Skeleton className={`${height} rounded-media`} />;
}
