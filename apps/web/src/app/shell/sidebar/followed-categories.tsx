/** The categories that the account follows, in the sidebar. Visitors follow none, so it is not part of the first script. */
import { Link } from '@tanstack/react-router';
import { categorySlug } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { CategoryArt, useCategories, useFollowedCategories } from '@/features/discovery/index.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { SIDEBAR_ROW } from './sidebar-channels.tsx';

/** The number of categories to list, the latest follow first; Discover lists all. */
const SHOWN = 6;

export default function FollowedCategories({ open }: { open: boolean }) {
  const { data: followed = [] } = useFollowedCategories();
  const counted = useCategories();
  if (followed.length === 0) return null;
  return (
    <section aria-label={t('shell.followedCategories')} className="flex flex-col gap-1">
      {open && (
        <h2 className="px-2.5 font-sans font-semibold text-muted text-xs tracking-normal">
          {t('shell.followedCategories')}
        </h2>
      )}
      <ul className="flex flex-col gap-0.5">
        {followed.slice(0, SHOWN).map((name) => {
          const slug = categorySlug(name);
          const streams = counted?.find((category) => category.slug === slug)?.streams ?? 0;
          return (
            <li key={slug}>
              <Link
                to="/discover"
                search={{ category: slug }}
                title={open ? undefined : categoryName(name)}
                className={clsx(SIDEBAR_ROW, 'h-11', open ? 'px-2.5' : 'justify-center')}
              >
                <CategoryArt slug={slug} className="relative size-8 shrink-0 rounded-control" />
                <span className={open ? 'min-w-0 flex-1 truncate font-medium text-sm' : 'sr-only'}>
                  {categoryName(name)}
                </span>
                {streams > 0 && (
                  <span className={open ? 'text-muted text-xs tabular-nums' : 'sr-only'}>
                    {t('shell.categoryLive', { shown: formatCount(streams) })}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      {open && followed.length > SHOWN && (
        <Link to="/discover" className={clsx(SIDEBAR_ROW, 'h-9 px-2.5 text-muted text-sm')}>
          {t('shell.viewAll')}
        </Link>
      )}
    </section>
  );
}
