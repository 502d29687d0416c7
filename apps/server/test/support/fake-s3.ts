/**
 * The part of S3 that the storage uses, for tests: objects in memory under path-style addresses, multi-part
 * uploads, ranges and ListObjectsV2. It recomputes the signature of every request (AWS Signature Version 4).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Options } from '../../src/platform/storage/index.ts';

export interface FakeS3 extends AsyncDisposable {
  readonly options: S3Options;
  /** Keys with their prefix, in no order. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Uploads that were neither completed nor aborted, by id. */
  readonly uploads: ReadonlyMap<string, ReadonlyMap<number, Buffer>>;
  /** The statuses with which the next requests are answered instead. */
  readonly failures: number[];
  /** Bytes of all request bodies so far. */
  receivedBytes: number;
  /** Answers the next completion of an upload with 200 and an error, as S3 does when joining the parts fails. */
  failNextCompletion: boolean;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string | number>;
  readonly body?: Buffer | string;
}

const BUCKET = 'files';
const SECRET = 'a secret key of the tests';
const ACCESS_KEY = 'TESTKEY';
const REGION = 'test-region-1';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let uploadCount = 0;

  function answer({ method, headers }: IncomingMessage, url: URL, body: Buffer): Answer {
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const query = Object.fromEntries(url.searchParams);
    if (bucket !== BUCKET) return { status: 404 };
    if (method === 'GET' && key === '') return listObjects(query);
    if (query.uploads !== undefined || query.uploadId !== undefined) {
      return answerUpload(method, key, query, body);
    }
    if (method === 'PUT') {
      objects.set(key, body);
      return { status: 200 };
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    return readObject(objects.get(key), headers.range);
  }

  function answerUpload(
    method: string | undefined,
    key: string,
    query: Readonly<Record<string, string>>,
    body: Buffer,
  ): Answer {
    if (query.uploads !== undefined) {
      const id = `upload-${++uploadCount}`;
      uploads.set(id, new Map());
      return { status: 200, body: `<Result><UploadId>${id}</UploadId></Result>` };
    }
    const id = query.uploadId ?? '';
    const parts = uploads.get(id);
    if (!parts) return { status: 404 };
    if (method === 'PUT') {
      parts.set(Number(query.partNumber), body);
      return { status: 200, headers: { etag: `"${sha256(body)}"` } };
    }
    if (method === 'DELETE') {
      uploads.delete(id);
      return { status: 204 };
    }
    if (fake.failNextCompletion) {
      fake.failNextCompletion = false;
      return { status: 200, body: '<Error><Code>InternalError</Code></Error>' };
    }
    const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)];
    const found = listed.map(([, number, etag]) => {
      const part = parts.get(Number(number));
      return part && sha256(part) === etag ? part : null;
    });
    const joined = found.filter((part) => part !== null);
    // Every part but the last one has at least 5 MiB.
    const isTooSmall = joined.slice(0, -1).some((part) => part.length < 5 * 1024 * 1024);
    if (joined.length !== parts.size || joined.length !== found.length || isTooSmall) return { status: 400 };
    objects.set(key, Buffer.concat(joined));
    uploads.delete(id);
    return { status: 200, body: '<Result><ETag>"whole"</ETag></Result>' };
  }

  function listObjects(query: Readonly<Record<string, string>>): Answer {
    const limit = Number(query['max-keys'] ?? 1000);
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.prefix ?? '') && key > (query['start-after'] ?? ''))
      .sort();
    const listed = keys
      .slice(0, limit)
      .map(
        (key) =>
          `<Contents><Key>${encodeURIComponent(key)}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
      );
    const isTruncated = `<IsTruncated>${keys.length > limit}</IsTruncated>`;
    return { status: 200, body: `<ListBucketResult>${isTruncated}${listed.join('')}</ListBucketResult>` };
  }

  const server = createServer(async (request, response) => {
    request.on('data', (chunk: Buffer) => {
      fake.receivedBytes += chunk.length;
    });
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    const failure = fake.failures.shift() ?? (isSigned(request, url, body) ? undefined : 403);
    const { status, headers, body: content } = failure ? { status: failure } : answer(request, url, body);
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fake = {
    objects,
    uploads,
    failures: [] as number[],
    receivedBytes: 0,
    failNextCompletion: false,
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      accessKeyId: ACCESS_KEY,
      secretAccessKey: SECRET,
      region: REGION,
      prefix: 'tributary/',
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return fake;
}

/** GET and HEAD, whole or in part. */
function readObject(object: Buffer | undefined, range: string | undefined): Answer {
  if (!object) return { status: 404 };
  const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  if (!match) return { status: 200, headers: { 'content-length': object.length }, body: object };
  const start = Number(match[1]);
  const end = match[2] ? Math.min(Number(match[2]), object.length - 1) : object.length - 1;
  if (start >= object.length) return { status: 416 };
  const body = object.subarray(start, end + 1);
  const contentRange = `bytes ${start}-${end}/${object.length}`;
  return { status: 206, headers: { 'content-length': body.length, 'content-range': contentRange }, body };
}

/** Signature Version 4, in the Authorization header or in the query: canonical request, string to sign, derived key. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { credential, signedHeaders, signature, date, payloadHash } = signatureOf(request, url, body);
  const [accessKey, ...scope] = credential.split('/');
  const [day = '', region = '', service = ''] = scope;
  if (accessKey !== ACCESS_KEY || region !== REGION || service !== 's3' || !date.startsWith(day))
    return false;
  if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== sha256(body)) return false;
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
    .join('');
  const canonical = [request.method, url.pathname, query, headers, signedHeaders, payloadHash].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), service), 'aws4_request');
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n'));
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(expected, given);
}

function signatureOf({ headers }: IncomingMessage, { searchParams }: URL, body: Buffer) {
  const inQuery = searchParams.get('X-Amz-Signature');
  if (inQuery !== null) {
    return {
      credential: searchParams.get('X-Amz-Credential') ?? '',
      signedHeaders: searchParams.get('X-Amz-SignedHeaders') ?? '',
      signature: inQuery,
      date: searchParams.get('X-Amz-Date') ?? '',
      payloadHash: 'UNSIGNED-PAYLOAD',
    };
  }
  const [, credential = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  return {
    credential,
    signedHeaders,
    signature,
    date: String(headers['x-amz-date'] ?? ''),
    payloadHash: String(headers['x-amz-content-sha256'] ?? sha256(body)),
  };
}
