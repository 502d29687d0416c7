import type { Storage } from './storage.ts';

const PARALLEL_DELETES = 16;

/** Deletes all objects whose keys start with `prefix`. */
export async function deleteFolder(storage: Storage, prefix: string, signal: AbortSignal): Promise<void> {
  let cursor: string | null = null;
  do {
    const page = await storage.list(prefix, cursor);
    for (let at = 0; at < page.objects.length; at += PARALLEL_DELETES) {
      signal.throwIfAborted();
      const some = page.objects.slice(at, at + PARALLEL_DELETES);
      await Promise.all(some.map(({ key }) => storage.delete(key)));
    }
    ({ cursor } = page);
  } while (cursor !== null);
}
