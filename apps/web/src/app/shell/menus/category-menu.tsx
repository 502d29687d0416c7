import { Link } from '@tanstack/react-router';
import { CATEGORY_MENU, categorySlug } from '@tributary/contracts/shared';
import { useCategories } from '@/features/discovery/index.ts';
import { formatCount } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { DropdownMenuItem, OnDemandMenuContent } from '@/ui/overlays/dropdown-menu.tsx';
import type { OnDemand } from '@/ui/overlays/menu-on-demand.tsx';

export default function CategoryChoices({ opening }: OnDemand) {
  const counted = useCategories();
  return (
    <OnDemandMenuContent opening={opening} align="start" className="grid w-[26rem] grid-cols-2 gap-x-1">
      {CATEGORY_MENU.map((name, index) => {
        const live = counted?.[index]?.streams ?? 0;
        return (
          <DropdownMenuItem key={name} asChild>
            <Link to="/discover" search={{ category: categorySlug(name) }}>
              {categoryName(name)}
              {live > 0 && (
                <span className="ms-auto text-muted text-xs tabular-nums">
                  <span aria-hidden="true">{formatCount(live)}</span>
                  <span className="sr-only">{t('shell.categoryLive', { shown: formatCount(live) })}</span>
                </span>
              )}
            </Link>
          </DropdownMenuItem>
        );
      })}
    </OnDemandMenuContent>
  );
}
