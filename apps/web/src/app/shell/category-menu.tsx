import { Link } from '@tanstack/react-router';
import { CATEGORY_MENU, categorySlug } from '@tributary/contracts';
import { ChevronDown } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/ui/dropdown-menu.tsx';

/** The 16 entries of spec section 2, each a way into Discover. */
export function CategoryMenu() {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="quiet" size="icon-sm" aria-label="Categories" className="-ml-2.5">
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="grid w-[26rem] grid-cols-2 gap-x-1">
        {CATEGORY_MENU.map((name) => (
          <DropdownMenuItem key={name} asChild>
            <Link to="/discover" search={{ category: categorySlug(name) }}>
              {name}
            </Link>
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
