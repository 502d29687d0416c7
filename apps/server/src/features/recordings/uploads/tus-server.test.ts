import { UPLOADS_PATH } from '@tributary/contracts/recordings';
import { streamId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createTusServer } from './tus-server.ts';

const [id, streamerId] = [streamId.parse(uuidv7()), userId.parse(uuidv7())];
const upload = {
  id,
  streamerId,
  fileName: 'a.mp4',
  byteLength: 1,
  receivedBytes: 0,
  state: 'uploading' as const,
  processed: 0,
  failure: null,
  createdAt: new Date(),
};
const tus = createTusServer(
  {
    create: async () => undefined,
    open: async () => upload,
    setReceived: async () => undefined,
    complete: async () => undefined,
  },
  {
    sizeOf: async () => 0,
    append: async () => Promise.reject(new Error('EIO: i/o error, write /data/uploads')),
  },
);
const patch = (offset: number) =>
  new Request(`http://localhost${UPLOADS_PATH}/${id}`, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'content-length': '1',
    },
    body: 'x',
  });

it('throws what fails unexpectedly, so that it is logged and no response contains its text', async () => {
  await expect(tus.handle(patch(0), streamerId)).rejects.toThrow('EIO');
});

it('answers what breaks the protocol by itself', async () => {
  expect((await tus.handle(patch(7), streamerId)).status).toBe(409);
});

it('has a file processed whose last bytes were written by a request that failed, when its client asks for the offset', async () => {
  const completed: string[] = [];
  const whole = createTusServer(
    {
      create: async () => undefined,
      open: async () => upload,
      setReceived: async () => undefined,
      complete: async (one) => void completed.push(one),
    },
    { sizeOf: async () => upload.byteLength, append: async () => upload.byteLength },
  );
  const head = new Request(`http://localhost${UPLOADS_PATH}/${id}`, {
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0' },
  });
  expect((await whole.handle(head, streamerId)).headers.get('upload-offset')).toBe('1');
  expect(completed).toEqual([id]);
});
