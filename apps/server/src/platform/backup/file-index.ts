/** The files of a backup, in byte order of their keys, one a line: an index of any length takes little memory. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import type { Bytes } from './encrypted-chunks.ts';

const schema = z.tuple([z.string(), z.int().min(0), z.string().length(64), z.string()]);

export interface FileEntry {
  readonly key: string;
  readonly byteLength: number;
  readonly sha256: string;
  /** The backup that stored it first, in whose folder it is. */
  readonly backupId: string;
}

export async function* parseFileIndex(source: Bytes): AsyncGenerator<FileEntry> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of source) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [key, byteLength, sha256, backupId] = schema.parse(JSON.parse(line));
      yield { key, byteLength, sha256, backupId };
    }
  }
}

export const readFileIndex = (path: string): AsyncGenerator<FileEntry> =>
  parseFileIndex(createReadStream(path));

export interface FileIndexWriter extends AsyncDisposable {
  readonly count: number;
  readonly fileBytes: number;
  add(entry: FileEntry): Promise<void>;
}

const FLUSH_LINES = 500;

export async function createFileIndex(path: string): Promise<FileIndexWriter> {
  const file: FileHandle = await open(path, 'w', 0o600);
  let lines: string[] = [];
  const flush = async () => {
    await file.appendFile(lines.join(''));
    lines = [];
  };
  const writer = {
    count: 0,
    fileBytes: 0,
    async add({ key, byteLength, sha256, backupId }: FileEntry) {
      writer.count += 1;
      writer.fileBytes += byteLength;
      lines.push(`${JSON.stringify([key, byteLength, sha256, backupId])}\n`);
      if (lines.length === FLUSH_LINES) await flush();
    },
    async [Symbol.asyncDispose]() {
      await flush();
      await file.close();
    },
  };
  return writer;
}

export interface ListedFile {
  readonly key: string;
  readonly byteLength: number;
}

/** A key with what two ascending lists have of it. */
export interface Joined<Left, Right> {
  readonly left: Left | null;
  readonly right: Right | null;
}

/** Joins two lists that ascend by their keys. */
export async function* joinByKey<Left extends { key: string }, Right extends { key: string }>(
  lefts: AsyncIterable<Left>,
  rights: AsyncIterable<Right>,
): AsyncGenerator<Joined<Left, Right>> {
  const [left, right] = [lefts[Symbol.asyncIterator](), rights[Symbol.asyncIterator]()];
  let [l, r] = [await left.next(), await right.next()];
  try {
    while (!l.done || !r.done) {
      if (!l.done && !r.done && l.value.key === r.value.key) {
        yield { left: l.value, right: r.value };
        [l, r] = [await left.next(), await right.next()];
      } else if (!l.done && (r.done || l.value.key < r.value.key)) {
        yield { left: l.value, right: null };
        l = await left.next();
      } else if (!r.done) {
        yield { left: null, right: r.value };
        r = await right.next();
      }
    }
  } finally {
    await left.return?.(undefined);
    await right.return?.(undefined);
  }
}
