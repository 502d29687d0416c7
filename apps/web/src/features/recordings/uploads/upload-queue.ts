/** Files that were chosen together. One after another is sent, while other pages of the app are shown, too. */
import { useSyncExternalStore } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { begin } from './transfers.ts';

export interface WaitingFile {
  readonly key: number;
  readonly file: File;
}

interface QueueEvents {
  /** Whether the person who chose the files is still signed in; otherwise they are not sent. */
  isSignedIn: () => boolean;
  /** The server lists it among the uploads. */
  onBegun: () => void;
  onRefused: (file: File, problem: string) => void;
}

interface Entry extends WaitingFile {
  readonly events: QueueEvents;
}

/** Between two questions whether an earlier upload is processed by now. */
const BUSY_MS = 5_000;

let waiting: readonly Entry[] = [];
let added = 0;
let isRunning = false;
const listeners = new Set<() => void>();

function set(next: readonly Entry[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useWaitingFiles = (): readonly WaitingFile[] => useSyncExternalStore(subscribe, () => waiting);

// Asks before the tab is closed: the files would have to be chosen again.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (waiting.length > 0) event.preventDefault();
});

export function enqueue(files: readonly File[], events: QueueEvents): void {
  set([...waiting, ...files.map((file) => ({ key: ++added, file, events }))]);
  if (!isRunning) void run();
}

export const dequeue = (key: number): void => set(waiting.filter((entry) => entry.key !== key));

async function run(): Promise<void> {
  isRunning = true;
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) await send(next);
  isRunning = false;
}

/** Resolves when the next file can be sent. */
async function send({ key, file, events }: Entry): Promise<void> {
  if (!events.isSignedIn()) return dequeue(key);
  try {
    const { sent } = await begin(file);
    dequeue(key);
    events.onBegun();
    await sent;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'too_many_uploads')
      return await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    dequeue(key);
    events.onRefused(file, messageOf(error));
  }
}
