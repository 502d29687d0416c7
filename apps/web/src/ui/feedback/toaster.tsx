/** Toasts. Their script loads after the first page; toasts shown before then wait for it. */

import { useEffect, useState } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { isReplaced } from '@/lib/browser/app-version.ts';
import { useScript } from '@/lib/browser/use-script.ts';
import { whenIdle } from '@/lib/browser/when-idle.ts';
import { t } from '@/lib/messages/t.ts';

export interface ToastOptions {
  description?: string;
  /** An optional button. */
  action?: { label: string; onClick: () => void };
}

interface Toast {
  kind: 'success' | 'error' | 'info';
  title: string;
  options: ToastOptions | undefined;
}

export type Announce = (toast: Toast) => void;

const load = () => import('./toasts.tsx');
/** The pause before a failed script is loaded again. */
const RETRY_MS = 10_000;

const waiting: Toast[] = [];
let announce: Announce = (toast) => void waiting.push(toast);

function begin(ready: Announce): void {
  announce = ready;
  for (const toast of waiting.splice(0)) announce(toast);
}

const say = (kind: Toast['kind']) => (title: string, options?: ToastOptions) =>
  announce({ kind, title, options });

/** Reports that the script of `title` did not load, and offers the new version if that is the reason. */
async function loadFailure(title: string): Promise<void> {
  if (await isReplaced()) offerNewVersion();
  else toast.error(title, { description: t('ui.toast.checkConnection') });
}

/** Offers a version of the app that this page does not run yet. */
export const offerNewVersion = () =>
  toast.info(t('ui.toast.newVersion'), {
    description: t('ui.toast.updateLater'),
    action: { label: t('ui.reload'), onClick: () => location.reload() },
  });

export const toast = {
  success: say('success'),
  info: say('info'),
  error: say('error'),
  /** Reports a failure and its reason. */
  failure: (title: string, error: unknown) => say('error')(title, { description: messageOf(error) }),
  loadFailure,
};

/** Renders the toasts. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  const Toasts = useScript(load, wanted, () => {
    setWanted(false);
    setTimeout(() => setWanted(true), RETRY_MS);
  });
  return Toasts && <Toasts onReady={begin} />;
}
