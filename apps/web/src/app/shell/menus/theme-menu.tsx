import { Monitor, Moon, Sun } from 'lucide-react';
import { setTheme, type Theme, useTheme } from '@/lib/browser/theme.ts';
import { t } from '@/lib/messages/t.ts';
import {
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  OnDemandMenuContent,
} from '@/ui/overlays/dropdown-menu.tsx';
import type { OnDemand } from '@/ui/overlays/menu-on-demand.tsx';

const THEMES = [
  { value: 'dark', label: t('shell.theme.dark'), icon: Moon },
  { value: 'light', label: t('shell.theme.light'), icon: Sun },
  { value: 'system', label: t('shell.theme.system'), icon: Monitor },
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
