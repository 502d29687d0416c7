/** Files that this tab is sending. They continue while other pages of the app are shown. */
import type { Upload } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import { useSyncExternalStore } from 'react';
import { messageOf } from '@/lib/api/query-client.ts';
import { createUpload, sendRest } from './send-file.ts';

export interface Transfer {
  readonly file: File;
  readonly sentBytes: number;
  /** `sent`: until the list of uploads says so, too. */
  readonly state: 'sending' | 'paused' | 'failed' | 'sent';
  /** Why it failed. */
  readonly problem: string | null;
}

interface Entry extends Transfer {
  readonly stop: AbortController;
}

let entries: ReadonlyMap<StreamId, Entry> = new Map();
const listeners = new Set<() => void>();

function set(id: StreamId, entry: Entry | null): void {
  const next = new Map(entries);
  if (entry === null) next.delete(id);
  else next.set(id, entry);
  entries = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTransfers = (): ReadonlyMap<StreamId, Transfer> =>
  useSyncExternalStore(subscribe, () => entries);

// Asks before the tab is closed while it sends.
globalThis.addEventListener?.('beforeunload', (event) => {
  if ([...entries.values()].some(({ state }) => state === 'sending')) event.preventDefault();
});

/** Begins an upload. `sent` resolves when it is sent, paused or refused. @throws ApiProblem where the file is refused */
export async function begin(file: File): Promise<{ readonly sent: Promise<void> }> {
  const id = await createUpload(file, new AbortController().signal);
  return { sent: resume(id, file) };
}

/** Sends the rest of a file. Resolves when it is sent, paused or refused. */
export async function resume(id: StreamId, file: File): Promise<void> {
  const stop = new AbortController();
  const entry: Entry = {
    file,
    stop,
    sentBytes: entries.get(id)?.sentBytes ?? 0,
    state: 'sending',
    problem: null,
  };
  set(id, entry);
  const update = (change: Partial<Transfer>) => {
    const current = entries.get(id);
    if (current?.stop === stop) set(id, { ...current, ...change });
  };
  try {
    await sendRest(id, file, (sentBytes) => update({ sentBytes }), stop.signal);
    update({ state: 'sent', sentBytes: file.size });
  } catch (error) {
    if (!stop.signal.aborted) update({ state: 'failed', problem: messageOf(error) });
  }
}

export function pause(id: StreamId): void {
  const entry = entries.get(id);
  if (entry === undefined) return;
  entry.stop.abort();
  set(id, { ...entry, state: 'paused' });
}

export function forget(id: StreamId): void {
  entries.get(id)?.stop.abort();
  set(id, null);
}

/** The unfinished upload that a chosen file continues. */
export const unfinishedOf = (file: File, uploads: readonly Upload[]): Upload | undefined =>
  uploads.find(
    ({ state, fileName, byteLength }) =>
      state === 'uploading' && fileName === file.name.trim() && byteLength === file.size,
  );
