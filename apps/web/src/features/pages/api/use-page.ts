import type { PageSlug } from '@tributary/contracts/pages';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { useApi, useApiMutation } from '@/lib/api/use-api.ts';

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
