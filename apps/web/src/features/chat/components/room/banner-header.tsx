import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button.tsx';

interface BannerHeaderProps {
  icon: LucideIcon;
  title: ReactNode;
  /** The content that its toggle shows and hides. */
  content: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Buttons before the toggle. */
  children?: ReactNode;
}

/** The first line of a banner above the messages. */
export function BannerHeader({ icon: Icon, title, content, isOpen, onToggle, children }: BannerHeaderProps) {
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <header className="flex items-center gap-1">
      <Icon size={14} aria-hidden="true" className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 truncate text-muted text-xs tabular-nums">{title}</p>
      {children}
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={content}
        aria-expanded={isOpen}
        onClick={() => onToggle(!isOpen)}
      >
        <Chevron size={16} aria-hidden="true" />
      </Button>
    </header>
  );
}
