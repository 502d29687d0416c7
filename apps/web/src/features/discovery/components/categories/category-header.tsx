import { categoryNamed } from '@tributary/contracts/shared';
import { Heart } from 'lucide-react';
import { formatCount } from '@/lib/format/numbers.ts';
import { categoryName } from '@/lib/labels/category-names.ts';
import { t } from '@/lib/messages/t.ts';
import { useSession } from '@/lib/session.ts';
import { useIntent } from '@/lib/use-intent.ts';
import { Button } from '@/ui/button.tsx';
import { useFollowCategory, useFollowedCategories } from '../../api/categories.ts';
import { useCategories } from '../../api/live-now.ts';
import { CategoryArt } from './category-art.tsx';

interface CategoryHeaderProps {
  slug: string;
  /** Asks a visitor who presses Follow to sign in first; the category is followed once they have. */
  onSignedOut: (action: string) => void;
}

/** The picture and name of a category, what is live in it, and the button that follows it. */
export function CategoryHeader({ slug, onSignedOut }: CategoryHeaderProps) {
  const counted = useCategories()?.find((category) => category.slug === slug);
  const name = categoryNamed(slug);
  if (name === null) return null;
  const { streams = 0, viewers = 0 } = counted ?? {};
  return (
    <header className="relative flex min-h-36 flex-wrap items-end justify-between gap-x-6 gap-y-4 overflow-hidden rounded-media p-5 text-on-media sm:min-h-44 sm:p-7">
      <CategoryArt slug={slug} whole className="absolute inset-0" />
      <div className="relative min-w-0">
        <h2 className="text-xl [overflow-wrap:anywhere]">{categoryName(name)}</h2>
        {/* Keeps its height while the figures load. */}
        <p className="mt-1 min-h-6 tabular-nums">
          {streams > 0 && t('discovery.category.live', { count: streams, shown: formatCount(streams) })}
          {viewers > 0 && ` · ${t('discovery.watching', { shown: formatCount(viewers) })}`}
        </p>
      </div>
      <FollowCategory name={name} slug={slug} onSignedOut={onSignedOut} />
    </header>
  );
}

function FollowCategory({ name, slug, onSignedOut }: CategoryHeaderProps & { name: string }) {
  const { state } = useSession();
  const { data } = useFollowedCategories();
  const follow = useFollowCategory(name, slug);
  const remember = useIntent(`follow category ${slug}`, () => follow.mutate(true));
  const signedIn = state === 'signed-in';
  const following = signedIn && (data?.some((one) => one === name) ?? false);
  return (
    <Button
      variant={following ? 'secondary' : 'primary'}
      className="relative"
      // Disabled until the state is known.
      disabled={state === 'loading' || (signedIn && !data)}
      onClick={() => {
        if (signedIn) return follow.mutate(!following);
        remember();
        onSignedOut(t('discovery.category.followWhat', { category: categoryName(name) }));
      }}
    >
      <Heart size={17} aria-hidden="true" className={following ? 'fill-accent text-accent' : ''} />
      {t(following ? 'discovery.category.following' : 'discovery.category.follow')}
      <span className="sr-only">{categoryName(name)}</span>
    </Button>
  );
}
