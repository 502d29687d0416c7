import { useQuery } from '@tanstack/react-query';
import { call } from '@/lib/api.ts';

/** The menu of categories with what is live in each; null until it is known. */
export function useCategories() {
  const { data = null } = useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => call('GET /api/categories', { signal }),
    select: ({ categories }) => categories,
    refetchInterval: 30_000,
  });
  return data;
}
