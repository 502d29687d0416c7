import { type ReactNode, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';
import { useIsPhone } from './use-width.ts';

export interface WorkspacePanel {
  readonly id: 'chat' | 'activity' | 'stream' | 'last';
  readonly label: string;
  readonly content: ReactNode;
}

interface WorkspaceProps {
  /** The state of the stream and what can be done, above the panels. */
  bar: ReactNode;
  /** The panel that is large, the one that is beside or below it, and the one with the height of the screen. */
  main: WorkspacePanel;
  second: WorkspacePanel;
  tall: WorkspacePanel;
  /** The panels in the order of the tabs of a phone. */
  tabs: readonly WorkspacePanel[];
}

/**
 * Fills the screen below the header with panels that scroll by themselves: three columns on wide screens, two on
 * tablets, and one panel at a time, chosen by tabs, on phones.
 */
export function Workspace({ bar, main, second, tall, tabs }: WorkspaceProps) {
  const isPhone = useIsPhone();
  return (
    <div
      data-workspace=""
      className="flex h-[calc(100dvh-var(--header-height))] flex-col gap-3 max-md:h-[calc(100dvh-var(--header-height)-3.5rem-env(safe-area-inset-bottom))] md:px-4 md:pb-4 lg:px-6"
    >
      {bar}
      {isPhone ? (
        <PhonePanels panels={tabs} />
      ) : (
        <div className="grid min-h-0 flex-1 gap-3 md:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] md:grid-rows-[minmax(0,1.5fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1.1fr)] xl:grid-rows-1">
          <div className="min-h-0">{main.content}</div>
          <div className="min-h-0 md:col-start-2 md:row-span-2 md:row-start-1 xl:col-start-3 xl:row-span-1">
            {tall.content}
          </div>
          <div className="min-h-0 xl:col-start-2 xl:row-start-1">{second.content}</div>
        </div>
      )}
    </div>
  );
}

function PhonePanels({ panels }: { panels: readonly WorkspacePanel[] }) {
  const [chosen, setChosen] = useState(panels[0]?.id);
  const shown = panels.find(({ id }) => id === chosen) ?? panels[0];
  if (!shown) return null;
  return (
    <Tabs
      value={shown.id}
      onValueChange={(value) => setChosen(panels.find(({ id }) => id === value)?.id)}
      className="flex min-h-0 flex-1 flex-col gap-2"
    >
      <div className="px-4">
        <TabsList aria-label={t('studio.panels')}>
          {panels.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
      </div>
      <TabsContent value={shown.id} className="min-h-0 flex-1">
        {shown.content}
      </TabsContent>
    </Tabs>
  );
}
