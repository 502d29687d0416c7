import { ChevronDown } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { MenuOnDemand, menuScript } from '@/ui/menu-on-demand.tsx';

const script = menuScript(() => import('./category-choices.tsx'));

/** The 16 entries of spec section 2, each a way into Discover. */
export function CategoryMenu() {
  return (
    <MenuOnDemand
      script={script}
      button={
        <Button variant="quiet" size="icon-sm" aria-label="Categories" className="-ml-2.5">
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      }
    />
  );
}
