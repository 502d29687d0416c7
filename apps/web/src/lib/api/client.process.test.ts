import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../messages/choose-language.ts';
import { ApiProblem, call } from './client.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  type: string | undefined;
  language: string | undefined;
  body: string;
}

/** Responds by path as the test configures, and records requests. */
let server: Server;
let answer: { status: number; type: string; body: string };
let seen: Seen | undefined;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    seen = {
      method,
      url,
      type: headers['content-type'],
      language: headers['accept-language'],
      body: await textOf(request),
    };
    response.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal('location', { href: `http://127.0.0.1:${port}/s/somebody/live` });
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});

const json = (body: unknown, status = 200) => ({
  status,
  type: 'application/json',
  body: JSON.stringify(body),
});
const problem = {
  type: 'about:blank',
  title: 'The title is too long.',
  status: 400,
  code: 'invalid',
  instance: 'r-1',
  errors: [{ pointer: '/title', detail: 'Keep the title to 140 characters.' }],
};

async function failureOf(attempt: Promise<unknown>): Promise<ApiProblem> {
  const error = await attempt.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiProblem)) throw new Error(`Expected an ApiProblem, got ${String(error)}.`);
  return error;
}

describe('call', () => {
  it('fills and escapes path parameters, and returns the body', async () => {
    answer = json({ state: 'offline', stream: null });
    const params = { username: 'a/b', slug: 'é?' };
    expect(await call('GET /api/streamers/:username/streams/:slug', { params })).toMatchObject({
      state: 'offline',
    });
    expect(seen).toMatchObject({ method: 'GET', url: '/api/streamers/a%2Fb/streams/%C3%A9%3F' });
    expect(seen?.type).toBeUndefined();
  });

  it('asks for texts in the language of the page', async () => {
    answer = json({ streams: [] });
    setLanguage('ar', {});
    await call('GET /api/streams/featured');
    setLanguage('en', {});
    expect(seen?.language).toBe('ar-u-nu-latn');
  });

  it('sends a body as JSON', async () => {
    const body = { title: 'Night tide', category: 'Music' as const, tags: [], isMature: false };
    answer = json(body);
    await call('PUT /api/me/stream-settings', { body });
    expect(seen).toMatchObject({ method: 'PUT', type: 'application/json', body: JSON.stringify(body) });
  });

  it('throws the problem document with its field errors', async () => {
    answer = { ...json(problem, 400), type: 'application/problem+json' };
    const error = await failureOf(
      call('PUT /api/me/stream-settings', {
        body: { title: 'x', category: 'Music', tags: [], isMature: false },
      }),
    );
    expect(error).toMatchObject({ message: problem.title, code: 'invalid', status: 400 });
    expect(error.fieldError('/title')).toBe('Keep the title to 140 characters.');
    expect(error.fieldError('/category')).toBeUndefined();
  });

  it("has a message for a reverse proxy's error page", async () => {
    answer = { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' };
    const error = await failureOf(call('GET /api/me'));
    expect(error).toMatchObject({ code: 'unavailable', status: 502 });
    expect(error.message).not.toContain('<');
  });

  it('throws if a success response is not JSON', async () => {
    answer = { status: 200, type: 'text/html', body: '<!doctype html>' };
    expect(await failureOf(call('GET /api/me'))).toMatchObject({ code: 'unexpected' });
  });

  it('has a message for an unreachable server', async () => {
    const here = location.href;
    vi.stubGlobal('location', { href: 'http://127.0.0.1:1/' });
    const error = await failureOf(call('GET /api/me'));
    vi.stubGlobal('location', { href: here });
    expect(error).toMatchObject({ code: 'network', status: 0 });
    expect(error.message).toMatch(/couldn’t reach the server/);
  });

  it('rethrows an abort unchanged', async () => {
    const error = await call('GET /api/me', { signal: AbortSignal.abort(new Error('left')) }).catch(
      (e: unknown) => e,
    );
    expect(error).not.toBeInstanceOf(ApiProblem);
  });
});
