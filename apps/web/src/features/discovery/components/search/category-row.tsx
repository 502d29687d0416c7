import { Link } from '@tanstack/react-router';
import { CATEGORY_MENU, categorySlug } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { formatCount } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { useCategories } from '../../api/live-now.ts';

/** All categories in a row, each with its number of live streams. */
export default function CategoryRow() {
  const counted = useCategories();
  return (
    <nav
      aria-label={t('discovery.categories')}
      className="relative -mx-4 overflow-x-auto px-4 pb-2 [scrollbar-width:thin] sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max gap-2 p-0.5 sm:w-auto sm:flex-wrap">
        {CATEGORY_MENU.map((name) => {
          const slug = categorySlug(name);
          const live = counted?.find((category) => category.slug === slug)?.streams ?? 0;
          // A loading count keeps its space, so that the row doesn't move.
          return (
            <li key={slug}>
              <Link
                to="/discover"
                search={{ category: slug }}
                className="flex h-9 items-center gap-2 whitespace-nowrap rounded-control bg-surface-2 px-3 font-medium text-muted text-sm no-underline transition-colors duration-(--duration-fast) hover:text-ink"
              >
                {categoryName(name)}
                <span className={clsx('text-xs tabular-nums', counted === null && 'invisible')}>
                  <span aria-hidden="true">{formatCount(live)}</span>
                  <span className="sr-only">{t('discovery.categoryLive', { shown: formatCount(live) })}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
