import type { PageSlug } from '@tributary/contracts/pages';
import { call } from '@/lib/api.ts';
import { apiQuery } from '@/lib/api-query.ts';
import { useApi, useApiMutation } from '@/lib/use-api.ts';

export const usePage = (slug: PageSlug) =>
  useApi('GET /api/pages/:slug', { params: { slug } }, { staleTime: 60_000 });

/** Saves a page, or restores the default text if `edit` is null. */
export const useSavePage = (slug: PageSlug) =>
  useApiMutation(
    (edit: { body: string; version: number } | null) =>
      edit
        ? call('PUT /api/admin/pages/:slug', { params: { slug }, body: edit })
        : call('DELETE /api/admin/pages/:slug', { params: { slug } }),
    { answers: apiQuery('GET /api/pages/:slug', { params: { slug } }) },
  );
