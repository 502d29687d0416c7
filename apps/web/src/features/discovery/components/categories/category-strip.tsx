import { Link } from '@tanstack/react-router';
import { CATEGORY_MENU, categorySlug } from '@tributary/contracts/shared';
import { Heart } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatCount } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { useFollowedCategories } from '../../api/categories.ts';
import { useCategories } from '../../api/live-now.ts';
import { addressOf, type DiscoverQuery } from '../search/query.ts';
import { CategoryArt } from './category-art.tsx';

interface CategoryStripProps {
  /** The filters that stay while the category changes, and the current category. */
  search: DiscoverQuery;
}

/** All categories in a row that scrolls sideways, followed ones first, each with its number of live streams. */
export function CategoryStrip({ search: { category: current, ...kept } }: CategoryStripProps) {
  const counted = useCategories();
  const { data: followed = [] } = useFollowedCategories();
  const here = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (current !== undefined) here.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [current]);
  const rank = (name: string) => (followed.some((one) => one === name) ? 0 : 1);
  const [all, live, ...names] = CATEGORY_MENU;
  const order = [all, live, ...names.toSorted((one, other) => rank(one) - rank(other))];
  return (
    <nav
      aria-label={t('discovery.categories')}
      className="relative -mx-4 overflow-x-auto px-4 pb-2 [scrollbar-width:thin] sm:-mx-6 sm:px-6 lg:-mx-10 lg:px-10"
    >
      <ul className="flex w-max gap-3 p-1">
        {order.map((name) => {
          const slug = categorySlug(name);
          const isCurrent = slug === current;
          const streams = counted?.find((category) => category.slug === slug)?.streams ?? 0;
          return (
            <li key={slug}>
              <Link
                to="/discover"
                search={{ ...addressOf(kept), category: slug }}
                resetScroll={false}
                ref={isCurrent ? here : undefined}
                aria-current={isCurrent ? 'page' : undefined}
                className="group relative flex h-22 w-36 flex-col justify-end overflow-hidden rounded-media p-2.5 text-on-media no-underline outline-offset-2 aria-[current=page]:outline-2 aria-[current=page]:outline-accent"
              >
                <CategoryArt
                  slug={slug}
                  className="absolute inset-0 transition-[filter] duration-(--duration) group-hover:brightness-110"
                />
                {rank(name) === 0 && (
                  <Heart size={14} aria-hidden="true" className="absolute start-2.5 top-2.5 fill-current" />
                )}
                <span className="relative line-clamp-2 font-semibold text-sm leading-tight">
                  {categoryName(name)}
                </span>
                {streams > 0 && (
                  <span className="relative text-xs tabular-nums opacity-90">
                    {t('discovery.categoryLive', { shown: formatCount(streams) })}
                  </span>
                )}
                {rank(name) === 0 && <span className="sr-only">{t('discovery.category.following')}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
