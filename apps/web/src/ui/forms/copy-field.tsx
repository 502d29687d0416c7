import { clsx } from 'clsx';
import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { inSentence } from '@/lib/messages/in-sentence.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '../button.tsx';
import { toast } from '../feedback/toaster.tsx';

interface CopyFieldProps {
  label: string;
  value: string;
  /** Hides the value until it is revealed. Copying works while it is hidden. */
  secret?: boolean;
  /** Whether the secret is visible, if the parent needs to know. */
  shown?: boolean;
  onShownChange?: (shown: boolean) => void;
  /** In a dialog, whose ground is as light as the field would be. */
  onSurface?: boolean;
}

/**
 * Copies to the clipboard, and confirms it in a toast: a label that changed its width would move the elements beside
 * it.
 * @param name the name of the value in the toast: `Link`
 * @returns `copied`: true for two seconds afterwards
 */
export function useCopy(value: string, name: string): { copied: boolean; copy: () => Promise<void> } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      toast.success(t('ui.copy.copied', { what: name }));
    } catch {
      // Permission was denied, or the page uses plain http, for which browsers offer no clipboard.
      toast.error(t('ui.copy.notCopied'), {
        description: t('ui.copy.blocked'),
      });
    }
  };
  return { copied, copy };
}

/** A value with a button that copies it. */
export function CopyField({
  label,
  value,
  secret = false,
  shown = !secret,
  onShownChange,
  onSurface = false,
}: CopyFieldProps) {
  const { copied, copy } = useCopy(value, label);
  const ShownIcon = shown ? EyeOff : Eye;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-sm">{label}</span>
      <div
        className={clsx(
          'flex items-center gap-1 rounded-control p-1 ps-3',
          onSurface ? 'bg-ground' : 'bg-surface-2',
        )}
      >
        <code className="min-w-0 flex-1 break-all py-1 font-mono text-sm">
          {shown ? (
            value
          ) : (
            <span role="img" aria-label={t('ui.copy.hidden')}>
              {'•'.repeat(24)}
            </span>
          )}
        </code>
        {secret && (
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={t('ui.copy.showWhat', { what: inSentence(label) })}
            aria-pressed={shown}
            onClick={() => onShownChange?.(!shown)}
          >
            <ShownIcon size={18} aria-hidden="true" />
          </Button>
        )}
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('ui.copy.copyWhat', { what: inSentence(label) })}
          onClick={copy}
        >
          {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          {t('ui.copy.copy')}
        </Button>
      </div>
    </div>
  );
}
