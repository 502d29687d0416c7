/** Video and audio that creators upload. The bytes are sent by tus 1.0 to `UPLOADS_PATH`. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { streamId } from '../shared/fields.ts';
import { byStream } from '../shared/params.ts';

/** A processed upload is a recording with the same id, and no longer in this list. */
export const upload = z.object({
  id: streamId,
  fileName: z.string(),
  byteLength: z.int().positive(),
  receivedBytes: z.int().nonnegative(),
  state: z.enum(['uploading', 'processing', 'failed']),
  /** The share that is processed, from 0 to 1. */
  processed: z.number().min(0).max(1),
  /** How many uploads are processed before it; null unless it waits for its turn. */
  ahead: z.int().nonnegative().nullable(),
  /** Why it failed; null unless it did. */
  failure: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Upload = z.infer<typeof upload>;

export const uploads = z.object({
  items: z.array(upload),
  /** Of one file; 0: the instance accepts none. */
  maxBytes: z.int().nonnegative(),
});
export type Uploads = z.infer<typeof uploads>;

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/me/uploads',
  tag: 'recordings',
  summary: 'List the uploads of the signed-in streamer that are not processed, newest first',
  access: 'streamer',
  response: uploads,
});

export const deleteUpload = endpoint({
  method: 'DELETE',
  path: '/api/me/uploads/:id',
  tag: 'recordings',
  summary: 'Cancel an upload or its processing, or remove a failed one',
  access: 'streamer',
  perMinute: 60,
  params: byStream,
  response: z.void(),
});
