import { Link } from '@tanstack/react-router';
import { categorySlug } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { categoryName } from '@/lib/labels/category-names.ts';

/** A category, as a link to its live streams. It is above a card's own link, which covers the card. */
export function CategoryLink({ category, className }: { category: string; className?: string }) {
  return (
    <Link
      to="/discover"
      search={{ category: categorySlug(category) }}
      // Enlarges the touch target without changing the line height.
      className={clsx(
        'relative z-10 -my-1 inline-block py-1 text-inherit no-underline hover:underline',
        className,
      )}
    >
      {categoryName(category)}
    </Link>
  );
}
