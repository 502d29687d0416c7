import { Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, type Theme, useTheme } from '@/lib/browser/theme.ts';
import {
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  OnDemandMenuContent,
} from '@/ui/overlays/dropdown-menu.tsx';
import type { OnDemand } from '@/ui/overlays/menu-on-demand.tsx';

const THEMES = [
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'system', label: 'System', icon: Monitor },
] as const satisfies readonly { value: Theme; label: string; icon: typeof Moon }[];

export default function ThemeChoices({ opening }: OnDemand) {
  const theme = useTheme();
  return (
    <OnDemandMenuContent opening={opening}>
      <DropdownMenuRadioGroup value={theme}>
        {THEMES.map(({ value, label, icon: Icon }) => (
          <DropdownMenuRadioItem key={value} value={value} onSelect={() => setTheme(value)}>
            <Icon size={16} aria-hidden="true" />
            {label}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </OnDemandMenuContent>
  );
}
