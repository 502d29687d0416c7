import { CATEGORIES } from '@tributary/contracts/shared';
import { apiQuery } from '@/lib/api/api-query.ts';
import { call } from '@/lib/api/client.ts';
import { optimistic, useApi, useApiMutation, useInvalidate } from '@/lib/api/use-api.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

/** How often Home reads the live streams of followed categories. */
const REFRESH_MS = 30_000;

/** The followed categories, the latest first; disabled for visitors. */
export const useFollowedCategories = () =>
  useApi(
    'GET /api/me/categories',
    {},
    { enabled: useSession().state === 'signed-in', select: ({ categories }) => categories },
  );

/** Live streams of the followed categories; disabled for visitors. */
export const useFollowedCategoriesLive = () =>
  useApi(
    'GET /api/me/categories/live',
    {},
    {
      enabled: useSession().state === 'signed-in',
      select: ({ streams }) => streams,
      refetchInterval: REFRESH_MS,
    },
  );

/** Follows or unfollows a category; updates at once, and reverts if the server refuses. */
export function useFollowCategory(name: string, slug: string) {
  const invalidate = useInvalidate();
  const params = { category: slug };
  const answers = apiQuery('GET /api/me/categories');
  return useApiMutation(
    (follow: boolean) =>
      follow
        ? call('PUT /api/me/categories/:category', { params })
        : call('DELETE /api/me/categories/:category', { params }),
    {
      // Keeps requests in order when buttons are pressed repeatedly.
      scope: { id: 'follow category' },
      answers,
      shows: optimistic(answers, (data, follow: boolean) => {
        const others = data?.categories.filter((one) => one !== name) ?? [];
        const added = CATEGORIES.filter((one) => follow && one === name);
        return data && { categories: [...added, ...others] };
      }),
      onSuccess: () => void invalidate('GET /api/me/categories/live'),
      onError: (error, follow) =>
        toast.failure(
          t(follow ? 'discovery.category.notFollowed' : 'discovery.category.notUnfollowed', {
            category: categoryName(name),
          }),
          error,
        ),
    },
  );
}
