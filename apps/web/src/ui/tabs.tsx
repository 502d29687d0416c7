import { Tabs as Primitive } from 'radix-ui';
import { type ComponentProps, createContext, use, useDeferredValue, useState } from 'react';
import { pageDirection } from '@/lib/browser/direction.ts';

const ShownTab = createContext<string | undefined>(undefined);

/**
 * Tabs in the direction of the page, which the primitive does not read. A press chooses its tab at once. The content, which
 * can take long to render, follows, and until then the one before it stays.
 */
export function Tabs({ value, defaultValue, onValueChange, ...rest }: ComponentProps<typeof Primitive.Root>) {
  const [own, setOwn] = useState(defaultValue);
  const chosen = value ?? own;
  const choose = (next: string) => {
    setOwn(next);
    onValueChange?.(next);
  };
  return (
    <ShownTab value={useDeferredValue(chosen)}>
      <Primitive.Root dir={pageDirection()} {...rest} value={chosen ?? ''} onValueChange={choose} />
    </ShownTab>
  );
}

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

export function TabsContent({
  className = 'mt-6',
  value,
  children,
  ...rest
}: ComponentProps<typeof Primitive.Content>) {
  const isShown = use(ShownTab) === value;
  return (
    <Primitive.Content {...rest} value={value} forceMount hidden={!isShown} className={className}>
      {isShown && children}
    </Primitive.Content>
  );
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
