import { Link } from '@tanstack/react-router';
import { CATEGORY_MENU, categorySlug } from '@tributary/contracts';
import { DropdownMenuBeside, DropdownMenuItem } from '@/ui/dropdown-menu.tsx';
import type { OnDemand } from '@/ui/menu-on-demand.tsx';

export default function CategoryChoices({ opening }: OnDemand) {
  return (
    <DropdownMenuBeside opening={opening} align="start" className="grid w-[26rem] grid-cols-2 gap-x-1">
      {CATEGORY_MENU.map((name) => (
        <DropdownMenuItem key={name} asChild>
          <Link to="/discover" search={{ category: categorySlug(name) }}>
            {name}
          </Link>
        </DropdownMenuItem>
      ))}
    </DropdownMenuBeside>
  );
}
