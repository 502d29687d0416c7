import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page, PageSlug } from '@tributary/contracts/pages';
import { call } from '@/lib/api.ts';

const pageQuery = (slug: PageSlug) =>
  queryOptions({
    queryKey: ['page', slug],
    queryFn: ({ signal }) => call('GET /api/pages/:slug', { params: { slug }, signal }),
    staleTime: 60_000,
  });

export function usePage(slug: PageSlug) {
  return useQuery(pageQuery(slug));
}

/** Saves a page, or restores the default text if `edit` is null. */
export function useSavePage(slug: PageSlug) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (edit: { body: string; version: number } | null): Promise<Page> =>
      edit
        ? call('PUT /api/admin/pages/:slug', { params: { slug }, body: edit })
        : call('DELETE /api/admin/pages/:slug', { params: { slug } }),
    onSuccess: (page) => client.setQueryData(pageQuery(slug).queryKey, page),
  });
}
