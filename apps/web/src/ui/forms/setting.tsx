import type { ReactNode } from 'react';
import { keepFocus } from '../focus.ts';

interface SettingProps {
  title: string;
  /** Its purpose, in one sentence. */
  lead: ReactNode;
  children: ReactNode;
}

/** A setting: title and description on the left, controls on the right. */
export function Setting({ title, lead, children }: SettingProps) {
  return (
    <section
      ref={keepFocus}
      aria-label={title}
      className="grid gap-x-12 gap-y-5 py-8 first:pt-0 md:grid-cols-[minmax(0,20rem)_minmax(0,34rem)] md:py-10 md:first:pt-0"
    >
      <div className="flex flex-col gap-2">
        <h2 className="text-lg">{title}</h2>
        <p className="text-muted text-sm">{lead}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
