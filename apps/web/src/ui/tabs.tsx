import { Tabs as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { pageDirection } from '@/lib/browser/direction.ts';

/** In the direction of the page, which the primitive does not read. */
export const Tabs = (props: ComponentProps<typeof Primitive.Root>) => (
  <Primitive.Root dir={pageDirection()} {...props} />
);

export function TabsList(props: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List className="flex gap-1 rounded-control bg-surface-2 p-1" {...props} />;
}

export function TabsTrigger(props: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...props}
      className="h-9 flex-1 rounded-[6px] px-4 font-medium text-muted text-sm transition-colors duration-(--duration-fast) hover:text-ink data-[state=active]:bg-ground data-[state=active]:text-ink"
    />
  );
}

export function TabsContent({ className = 'mt-6', ...rest }: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...rest} className={className} />;
}

/** Tabs of a page, underlined. On a narrow screen they scroll sideways. */
export function PageTabsList(props: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      {...props}
      className="-mx-1 flex gap-1 overflow-x-auto border-line border-b px-1 [scrollbar-width:none]"
    />
  );
}

export function PageTabsTrigger(props: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...props}
      className="-mb-px h-11 shrink-0 rounded-t-control border-transparent border-b-2 px-3 font-medium text-muted text-sm transition-colors duration-(--duration-fast) hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink sm:px-4"
    />
  );
}
