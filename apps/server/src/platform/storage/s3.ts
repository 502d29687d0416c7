/** Objects in a bucket of any service that speaks S3: AWS, MinIO, Garage, R2, Ceph. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { AppError, defineErrors } from '../errors.ts';
import {
  checkFolder,
  checkKey,
  checkLimit,
  checkRange,
  contentTypeOf,
  isKey,
  type ObjectSource,
  RangeNotSatisfiableError,
  STORAGE_LIST_LIMIT,
  type Storage,
} from './storage.ts';

const errors = defineErrors('storage', { storage_unavailable: 'unavailable' });

export interface S3Options {
  /**
   * The URL of the service, such as `https://s3.eu-central-1.amazonaws.com` or `http://minio:9000`; the bucket follows
   * in the path.
   */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** The prefix of every key in a shared bucket, such as `tributary/`, or empty. */
  readonly prefix: string;
}

/** The timeout until the headers of the response arrive. */
const TIMEOUT_MS = 20_000;
/** A body extends the timeout at this rate, which is 1.1 Mbit/s. */
const UPLOADED_BYTES_PER_MS = 140;
const RETRIES = 2;
const FIRST_PAUSE_MS = 50;

/**
 * Larger objects are uploaded in parts of this size, one at a time, so that a put holds one part in memory.
 * S3 takes parts from 5 MiB, and 10,000 of them: objects of up to 78 GiB.
 */
export const PART_BYTES = 8 * 1024 * 1024;

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The key of the object. Without one the request is for the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer<ArrayBuffer> | string;
  /** The statuses besides 2xx that the caller handles. */
  readonly expected?: readonly number[];
}

/** @param timeoutMs tests pass a lower one */
export function createS3Storage(options: S3Options, timeoutMs = TIMEOUT_MS): Storage {
  const { endpoint, bucket, accessKeyId, secretAccessKey, region, prefix } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const bucketUrl = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`;

  /**
   * The error for the user (503). Its cause, for the log, names the request and the status but not the text of the
   * response.
   */
  const unavailable = (failure: string, { method, key }: S3Request, cause?: unknown): AppError =>
    errors.storage_unavailable({
      cause: new Error(`The storage at ${endpoint} ${failure} ${method} ${key ?? bucket}.`, { cause }),
      retryAfterSeconds: 10,
    });

  function urlOf(key?: string, query: Readonly<Record<string, string>> = {}): string {
    const path = key === undefined ? '' : `/${prefix}${checkKey(key)}`;
    const search = new URLSearchParams(query).toString();
    return bucketUrl + path + (search && `?${search}`);
  }

  /**
   * Repeats a request that a busy service refuses. The signal belongs to `fetch` itself: one of the signed request
   * would be collected as garbage with it, and a storage that does not answer would be awaited forever.
   */
  async function fetchUntil(signal: AbortSignal, url: string, init: RequestInit): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await fetch(await client.sign(url, init), { signal });
      if (attempt === RETRIES || (answer.status < 500 && answer.status !== 429)) return answer;
      await discard(answer);
      await delay(Math.random() * FIRST_PAUSE_MS * 2 ** attempt, undefined, { signal });
    }
  }

  async function send(request: S3Request): Promise<Response> {
    const { method, key, query, headers, body, expected = [] } = request;
    const url = urlOf(key, query);
    // The body of a response may take as long as its reader does, so only the headers are timed.
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(),
      timeoutMs + (body === undefined ? 0 : Buffer.byteLength(body) / UPLOADED_BYTES_PER_MS),
    );
    const init = { method, ...(headers && { headers }), ...(body && { body }) };
    try {
      const answer = await fetchUntil(timeout.signal, url, init);
      if (answer.ok || expected.includes(answer.status)) return answer;
      await discard(answer);
      throw unavailable(`answered ${answer.status} to`, request);
    } catch (error) {
      throw error instanceof AppError ? error : unavailable('did not answer', request, error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function beginUpload(key: string): Promise<string> {
    const request: S3Request = { method: 'POST', key, query: { uploads: '' }, headers: headersOf(key) };
    const [uploadId] = elements(await (await send(request)).text(), 'UploadId');
    if (uploadId === undefined) throw unavailable('gave no upload id to', request);
    return uploadId;
  }

  async function completeUpload(key: string, uploadId: string, etags: readonly string[]): Promise<void> {
    const parts = etags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const request: S3Request = { method: 'POST', key, query: { uploadId }, body };
    // The status is sent before the parts are joined, so the response to a failure is a 200 too.
    if (elements(await (await send(request)).text(), 'ETag').length === 0) {
      throw unavailable('could not complete the upload of', request);
    }
  }

  const storage: Storage = {
    async put(key, source) {
      checkKey(key);
      let uploadId: string | null = null;
      const etags: string[] = [];
      try {
        for await (const { body, isLast } of partsOf(source)) {
          if (isLast && uploadId === null) {
            return void (await discard(await send({ method: 'PUT', key, headers: headersOf(key), body })));
          }
          uploadId ??= await beginUpload(key);
          const query = { partNumber: String(etags.length + 1), uploadId };
          const answer = await discard(await send({ method: 'PUT', key, query, body }));
          etags.push(answer.headers.get('etag') ?? '');
        }
        if (uploadId !== null) await completeUpload(key, uploadId, etags);
      } catch (error) {
        // Uploaded parts take up space until their upload is aborted. The first error is reported.
        if (uploadId !== null) await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => {});
        throw error;
      }
    },

    async append(objects) {
      checkFolder(objects);
      await Promise.all(objects.map(({ key, chunks }) => storage.put(key, chunks)));
    },

    async get(key, range) {
      if (range) checkRange(range);
      const headers = range && { range: `bytes=${range.start}-${range.end ?? ''}` };
      const answer = await send({
        method: 'GET',
        key,
        ...(headers && { headers }),
        expected: range ? [404, 416] : [404],
      });
      if (answer.status === 404) {
        await discard(answer);
        return null;
      }
      if (range && answer.status === 416) {
        await discard(answer);
        const head = await send({ method: 'HEAD', key });
        throw new RangeNotSatisfiableError(key, range, Number(head.headers.get('content-length')));
      }
      const contentRange = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '');
      const [, start, end, size] = contentRange?.map(Number) ?? [];
      // The end-to-end tests compile this file with the DOM's types, where the class is declared differently.
      const stream = answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]);
      return {
        stream,
        bytes: () => buffer(stream),
        size: size ?? Number(answer.headers.get('content-length')),
        range: start === undefined || end === undefined ? null : { start, end },
        contentType: contentTypeOf(key),
      };
    },

    async list(keyPrefix, cursor = null, limit = STORAGE_LIST_LIMIT) {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(checkLimit(limit)),
        prefix: prefix + keyPrefix,
        // Unlike a continuation token, this stays valid whatever is put and deleted between two pages.
        ...(cursor !== null && { 'start-after': prefix + cursor }),
      };
      const xml = await (await send({ method: 'GET', query })).text();
      const sizes = elements(xml, 'Size').map(Number);
      const found = elements(xml, 'Key').map((name, index) => ({
        key: decodeURIComponent(name).slice(prefix.length),
        byteLength: sizes[index] ?? 0,
      }));
      const isTruncated = elements(xml, 'IsTruncated')[0] === 'true';
      const objects = found.filter(({ key }) => isKey(key));
      return { objects, cursor: isTruncated ? (found.at(-1)?.key ?? null) : null };
    },

    async delete(key) {
      await discard(await send({ method: 'DELETE', key, expected: [404] }));
    },

    async signedUrl(key, expiresInSeconds) {
      const url = urlOf(key, { 'X-Amz-Expires': String(expiresInSeconds) });
      return (await client.sign(url, { method: 'GET', aws: { signQuery: true } })).url;
    },
  };
  return storage;
}

/** Cuts `source` into parts of PART_BYTES; the last one may be shorter, or empty. */
async function* partsOf(source: ObjectSource) {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (let chunk of source instanceof Uint8Array ? [source] : source) {
    while (length + chunk.length > PART_BYTES) {
      const missing = PART_BYTES - length;
      yield { body: Buffer.concat([...chunks, chunk.subarray(0, missing)]), isLast: false };
      chunk = chunk.subarray(missing);
      chunks = [];
      length = 0;
    }
    chunks.push(chunk);
    length += chunk.length;
  }
  yield { body: Buffer.concat(chunks), isLast: true };
}

function headersOf(key: string): Record<string, string> {
  const type = contentTypeOf(key);
  return type === null ? {} : { 'content-type': type };
}

/** The texts of all elements with this name. */
const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);

/** Cancels the body, since an unread one holds its connection. */
async function discard(answer: Response): Promise<Response> {
  await answer.body?.cancel();
  return answer;
}
