/** Objects in a bucket of any service that speaks S3: AWS, MinIO, Garage, R2, Ceph. */
import { AwsClient } from 'aws4fetch';
import { AppError } from '../errors.ts';
import { checkKey, type Storage } from './storage.ts';

export interface S3Options {
  /** `https://s3.eu-central-1.amazonaws.com`, `http://minio:9000`: the bucket goes behind it (path style). */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Before every key, for a bucket that is shared: `tributary/`, or empty. */
  readonly prefix: string;
}

/** A request that takes longer has failed; the files here are small. */
const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/** 503 for people; the log has the service's status, and nothing of its answer. */
const storageAway = (cause: unknown): AppError =>
  new AppError(
    'storage_away',
    'unavailable',
    'Pictures cannot be kept or fetched right now; try again shortly.',
    {
      cause,
      retryAfterSeconds: 10,
    },
  );

/** All of it throws AppError `storage_away` where the service does not answer as it should. */
export function createS3Storage(options: S3Options): Storage {
  const { endpoint, bucket, accessKeyId, secretAccessKey, region, prefix } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const base = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}/${prefix}`;

  async function send(method: 'PUT' | 'GET' | 'DELETE', key: string, body?: Uint8Array): Promise<Response> {
    const url = base + checkKey(key);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const init = { method, signal, ...(body && { body: new Uint8Array(body) }) };
    const answer = await client.fetch(url, init).catch((error: unknown) => {
      throw storageAway(new Error(`The storage at ${endpoint} does not answer.`, { cause: error }));
    });
    if (answer.ok || (answer.status === 404 && method !== 'PUT')) return answer;
    await discard(answer);
    throw storageAway(new Error(`The storage at ${endpoint} answered ${answer.status} to a ${method}.`));
  }

  return {
    // One PUT is atomic: readers see the old object or the new one.
    async put(key, bytes) {
      await discard(await send('PUT', key, bytes));
    },
    async get(key) {
      const answer = await send('GET', key);
      if (answer.status !== 404) return new Uint8Array(await answer.arrayBuffer());
      await discard(answer);
      return null;
    },
    async delete(key) {
      await discard(await send('DELETE', key));
    },
  };
}

/** A body that nobody reads holds its connection. */
async function discard(answer: Response): Promise<void> {
  await answer.body?.cancel();
}
