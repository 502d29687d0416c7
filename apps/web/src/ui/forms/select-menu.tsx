import { clsx } from 'clsx';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { pageDirection } from '@/lib/browser/direction.ts';
import { FLOATING_LOOK, usePortalContainer } from '../overlays/portal.ts';
import { controlLook } from './inputs.tsx';

interface SelectMenuProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, label: string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice from a short list, which opens in the style of our menus rather than the browser's. */
export function SelectMenu<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SelectMenuProps<Value>) {
  const container = usePortalContainer();
  return (
    <Primitive.Root
      dir={pageDirection()}
      value={value}
      onValueChange={(next) => {
        const chosen = options.find(([option]) => option === next);
        if (chosen) onChange(chosen[0]);
      }}
    >
      <Primitive.Trigger
        aria-label={label}
        className={clsx(controlLook, 'flex items-center justify-between gap-2 text-start')}
      >
        <span className="truncate">
          <Primitive.Value />
        </span>
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 text-muted" />
      </Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className={clsx(
            FLOATING_LOOK,
            'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden p-1.5',
          )}
        >
          <Primitive.Viewport>
            {options.map(([option, words]) => (
              <Primitive.Item
                key={option}
                value={option}
                className="flex min-h-9 cursor-pointer select-none items-center justify-between gap-3 rounded-control px-2.5 py-1.5 text-sm outline-none data-highlighted:bg-surface-3"
              >
                <Primitive.ItemText>{words}</Primitive.ItemText>
                <Primitive.ItemIndicator>
                  <Check size={16} aria-hidden="true" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
