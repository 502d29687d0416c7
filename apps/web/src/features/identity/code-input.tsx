import { clsx } from 'clsx';
import { Input, type InputProps } from '@/ui/input.tsx';

/** Six digits, large and apart; phones offer their number pad and the code from the message. */
export function CodeInput({ className, ...rest }: InputProps) {
  return (
    <Input
      {...rest}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      className={clsx('font-mono text-lg tabular-nums tracking-[0.3em]', className)}
    />
  );
}
