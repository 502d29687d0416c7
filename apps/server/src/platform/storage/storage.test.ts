import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskStorage } from './disk.ts';
import { createS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';
import { startTestS3, type TestS3 } from './test-s3.ts';

/** What every storage keeps to; each implementation runs it. */
function conformance(name: string, open: () => Storage): void {
  describe(name, () => {
    it('gives back what was put, and the newest of it', async () => {
      const storage = open();
      await storage.put('pictures/a.webp', new Uint8Array([1, 2, 3]));
      await storage.put('pictures/a.webp', new Uint8Array([4]));
      expect([...((await storage.get('pictures/a.webp')) ?? [])]).toEqual([4]);
    });

    it('has nothing where nothing was put or it was deleted, and deletes twice without complaint', async () => {
      const storage = open();
      expect(await storage.get('pictures/none.webp')).toBeNull();
      await storage.put('pictures/b.webp', new Uint8Array([1]));
      await storage.delete('pictures/b.webp');
      await storage.delete('pictures/b.webp');
      expect(await storage.get('pictures/b.webp')).toBeNull();
    });

    it('never shows half of one and half of another, whoever writes at once', async () => {
      const storage = open();
      const size = 200_000;
      const writes = Array.from({ length: 8 }, (_, i) =>
        storage.put('pictures/c.webp', new Uint8Array(size).fill(i)),
      );
      await Promise.all(writes);
      const bytes = await storage.get('pictures/c.webp');
      expect(bytes?.byteLength).toBe(size);
      expect(new Set(bytes).size).toBe(1);
    });

    it.each(['a', '/etc/passwd', 'x/../../y', '../y', 'x/.hidden', 'x//y', 'x/\0'])(
      'refuses the key %j',
      async (key) => {
        await expect(async () => open().put(key, new Uint8Array(1))).rejects.toThrow(RangeError);
      },
    );
  });
}

let root = '';
let s3: TestS3;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tributary-storage-'));
  s3 = await startTestS3();
});
afterAll(async () => {
  await rm(root, { recursive: true });
  await s3[Symbol.asyncDispose]();
});

conformance('disk storage', () => createDiskStorage(root));
conformance('S3 storage', () => createS3Storage(s3.options));

/** What people are told, and what the log says of it. */
const failure = (cause: RegExp) => ({
  code: 'storage_away',
  cause: { message: expect.stringMatching(cause) },
});

describe('S3 storage', () => {
  it('keeps its objects in the bucket, below the prefix', async () => {
    await createS3Storage(s3.options).put('folder/name.webp', new Uint8Array([7]));
    expect(s3.objects.get('pictures/tributary/folder/name.webp')).toEqual(Buffer.from([7]));
  });

  it('fails where its keys are wrong, which is not the same as finding nothing', async () => {
    const stranger = createS3Storage({ ...s3.options, secretAccessKey: 'another secret' });
    await expect(stranger.get('folder/none.webp')).rejects.toMatchObject(failure(/answered 403/));
    await expect(stranger.put('folder/x.webp', new Uint8Array([1]))).rejects.toMatchObject(
      failure(/answered 403/),
    );
  });

  it('tries again where the service is busy, and gives up in the end', async () => {
    const storage = createS3Storage(s3.options);
    s3.failures.push(503);
    await storage.put('folder/busy.webp', new Uint8Array([1]));
    expect(await storage.get('folder/busy.webp')).toEqual(new Uint8Array([1]));
    s3.failures.push(503, 503, 503);
    await expect(storage.get('folder/busy.webp')).rejects.toMatchObject(failure(/answered 503/));
  });

  it('fails where nobody listens', async () => {
    const storage = createS3Storage({ ...s3.options, endpoint: 'http://127.0.0.1:1' });
    await expect(storage.get('folder/none.webp')).rejects.toMatchObject(failure(/does not answer/));
  });
});

describe('disk storage', () => {
  it('leaves no partial file behind when a write fails', async () => {
    const storage = createDiskStorage(root);
    await storage.put('folder/name/x.webp', new Uint8Array([1]));
    await expect(storage.put('folder/name', new Uint8Array([1]))).rejects.toThrow();
    expect(await readdir(join(root, 'folder'))).toEqual(['name']);
  });
});
