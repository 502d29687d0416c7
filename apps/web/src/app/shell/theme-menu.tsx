import { Moon, Sun } from 'lucide-react';
import { Button } from '@/ui/button.tsx';
import { MenuOnDemand, menuScript } from '@/ui/menu-on-demand.tsx';

const script = menuScript(() => import('./theme-choices.tsx'));

export function ThemeMenu() {
  return (
    <MenuOnDemand
      script={script}
      button={
        <Button variant="quiet" size="icon" aria-label="Theme">
          <Sun size={18} aria-hidden="true" className="hidden light:block" />
          <Moon size={18} aria-hidden="true" className="light:hidden" />
        </Button>
      }
    />
  );
}
