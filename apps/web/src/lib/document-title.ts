import { useEffect } from 'react';
import { useInstanceName } from './instance.ts';

/** Names the page in the tab and the history: `{title} · {instance}`, or the instance alone. */
export function useDocumentTitle(title?: string): void {
  const instance = useInstanceName();
  useEffect(() => {
    document.title = title ? `${title} · ${instance}` : instance;
  }, [title, instance]);
}
