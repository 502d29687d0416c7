import { Tabs as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';

export const Tabs = Primitive.Root;

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

export function TabsContent(props: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...props} className="mt-6" />;
}
