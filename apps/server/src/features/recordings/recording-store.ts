/** The files of recordings in the storage. */
import { buffer } from 'node:stream/consumers';
import type { StreamId } from '@tributary/contracts';
import { parsePath, RecordingIndex, readTrack, type StoredFile } from '#media/recorder/index.ts';
import { deleteFolder, type Storage, type StoredObject } from '#platform/storage/index.ts';

export interface RecordingStore {
  put(id: StreamId, path: string, bytes: Uint8Array | readonly Uint8Array[]): Promise<void>;
  /** Reads a range of a file, both ends inclusive. @returns null where the recording has no such file */
  read(id: StreamId, path: string, first: number, last: number): Promise<Buffer | null>;
  /** @returns null where the recording has no such file */
  get(id: StreamId, path: string): Promise<StoredObject | null>;
  /** Rebuilds the index of a recording from the names and sizes of its files. */
  index(id: StreamId): Promise<RecordingIndex>;
  /** Deletes all files of a recording. */
  delete(id: StreamId, signal: AbortSignal): Promise<void>;
}

export function createRecordingStore(storage: Storage): RecordingStore {
  const folder = (id: StreamId) => `recordings/${id}/`;

  async function* pages(id: StreamId) {
    let cursor: string | null = null;
    do {
      const page = await storage.list(folder(id), cursor);
      yield page.objects;
      ({ cursor } = page);
    } while (cursor !== null);
  }

  async function readWhole(id: StreamId, path: string): Promise<Buffer> {
    const object = await storage.get(folder(id) + path);
    if (object === null) throw new Error(`Recording ${id} has no file ${path}.`);
    return buffer(object.stream);
  }

  return {
    put: (id, path, bytes) => storage.put(folder(id) + path, bytes),
    async read(id, path, start, end) {
      const object = await storage.get(folder(id) + path, { start, end });
      return object && buffer(object.stream);
    },
    get: async (id, path) => (parsePath(path) === null ? null : storage.get(folder(id) + path)),
    async index(id) {
      const files: StoredFile[] = [];
      for await (const objects of pages(id)) {
        for (const { key, byteLength } of objects)
          files.push({ path: key.slice(folder(id).length), byteLength });
      }
      return RecordingIndex.of(files, async (path) => readTrack(await readWhole(id, path)));
    },
    delete: (id, signal) => deleteFolder(storage, folder(id), signal),
  };
}
