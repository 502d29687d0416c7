/**
 * As much of S3 as the storage asks of it, for tests: objects in memory behind path-style addresses,
 * every request's signature recomputed from what arrived (AWS Signature Version 4).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Options } from './s3.ts';

export interface TestS3 extends AsyncDisposable {
  readonly options: S3Options;
  /** Keys with their bucket: `bucket/prefix/folder/name`. */
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Statuses to answer the next requests with instead. */
  readonly failures: number[];
}

const SECRET = 'a secret key of the tests';
const ACCESS_KEY = 'TESTKEY';
const REGION = 'test-region-1';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

export async function startTestS3(): Promise<TestS3> {
  const objects = new Map<string, Buffer>();
  const failures: number[] = [];
  /** What S3 answers: a status, and the object where one was asked for. */
  function answer({ method, url = '' }: IncomingMessage, body: Buffer): [status: number, body?: Buffer] {
    const key = decodeURIComponent(url.slice(1));
    const object = objects.get(key);
    if (method === 'GET') return object ? [200, object] : [404];
    if (method === 'PUT') objects.set(key, body);
    if (method === 'DELETE') objects.delete(key);
    return [method === 'PUT' ? 200 : 204];
  }
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const failure = failures.shift() ?? (isSigned(request, body) ? undefined : 403);
    const [status, object] = failure === undefined ? answer(request, body) : [failure];
    response.writeHead(status).end(object);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    failures,
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'pictures',
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
}

/** Signature Version 4: canonical request, string to sign, derived key. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const { authorization = '', 'x-amz-date': at, 'x-amz-content-sha256': said } = request.headers;
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (!match || typeof at !== 'string' || typeof said !== 'string') return false;
  const [, accessKey, scope = '', names = '', signature = ''] = match;
  if (accessKey !== ACCESS_KEY || (said !== 'UNSIGNED-PAYLOAD' && said !== sha256(body))) return false;
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const canonical = [request.method, path, query, headers.join(''), names, said].join('\n');
  const [day = '', region = '', service = ''] = scope.split('/');
  if (region !== REGION || service !== 's3' || !at.startsWith(day)) return false;
  const key = hmac(hmac(hmac(hmac(`AWS4${SECRET}`, day), region), service), 'aws4_request');
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
