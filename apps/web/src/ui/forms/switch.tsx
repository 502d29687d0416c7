import { Switch as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

const track =
  'relative h-6 w-11 shrink-0 rounded-full bg-line transition-colors duration-(--duration-fast) data-[state=checked]:bg-accent disabled:cursor-not-allowed disabled:opacity-50';
const thumb =
  'block size-5 translate-x-0.5 rounded-full bg-ink transition-transform duration-(--duration-fast) rtl:-translate-x-0.5 data-[state=checked]:translate-x-[1.375rem] data-[state=checked]:bg-on-accent rtl:data-[state=checked]:-translate-x-[1.375rem]';

/** A setting that is on or off and takes effect immediately. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="flex min-w-0 flex-col gap-0.5">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={track}
      >
        <Primitive.Thumb className={thumb} />
      </Primitive.Root>
    </div>
  );
}

/** A switch without a visible label, for tables whose headings name it. */
export function BareSwitch({ label, checked, onChange }: Omit<SwitchProps, 'hint' | 'disabled'>) {
  return (
    <Primitive.Root aria-label={label} checked={checked} onCheckedChange={onChange} className={track}>
      <Primitive.Thumb className={thumb} />
    </Primitive.Root>
  );
}
