import { useEffect } from 'react';
import { useInstanceName } from '../instance.ts';

/** Sets the document's title: `{title} · {instance}`, or the instance's name alone. */
export function useDocumentTitle(title?: string): void {
  const instance = useInstanceName();
  useEffect(() => {
    document.title = title ? `${title} · ${instance}` : instance;
  }, [title, instance]);
}
