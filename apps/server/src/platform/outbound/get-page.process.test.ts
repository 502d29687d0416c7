import type { RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPageServer } from '../../../test/support/page-server.ts';
import { getPage, PAGE_MAX_BYTES, PUBLIC_WEB } from './get-page.ts';

const OPTIONS = { userAgent: 'Test' };
const HTML = { 'content-type': 'text/html; charset=utf-8' };

async function serve(answer: RequestListener, addresses?: Readonly<Record<string, string>>) {
  const server = await createPageServer(answer, addresses);
  onTestFinished(() => server.close());
  const get = (path = '/', options = {}) => getPage(server.url(path), { ...OPTIONS, ...options }, server.web);
  return { ...server, get };
}

describe('a page whose URL a user supplies', () => {
  it('is loaded without cookies or a referrer, from the end of its redirects', async () => {
    const { get, requests, headers } = await serve(({ url }, response) => {
      if (url === '/a') response.writeHead(301, { location: '/b', 'set-cookie': 'a=1' }).end();
      else response.writeHead(200, HTML).end('<title>Here</title>');
    });
    const page = await get('/a');
    expect([page.url.pathname, page.contentType, page.body.toString()]).toEqual([
      ...['/b', HTML['content-type'], '<title>Here</title>'],
    ]);
    expect(requests).toEqual(['site.test/a', 'site.test/b']);
    const { host, connection, ...sent } = headers[1] ?? {};
    expect(sent).toEqual({ 'user-agent': 'Test', accept: 'text/html', 'accept-encoding': 'identity' });
  });

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fc00::1]/',
    'http://[fe80::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://0/',
    'http://localhost/',
  ])('is not loaded from %s, nor after a redirect to it', async (address) => {
    const refused = { name: 'AddressRefusedError' };
    await expect(getPage(address, OPTIONS)).rejects.toMatchObject(refused);
    const { url, web, requests } = await serve((_, response) =>
      response.writeHead(302, { location: address }).end(),
    );
    // The server of the test has an address of this kind, so the product's policy decides about the others.
    const find: typeof web.find = (hostname, options, callback) =>
      hostname === 'site.test'
        ? web.find(hostname, options, callback)
        : PUBLIC_WEB.find(hostname, options, callback);
    let connections = 0;
    const allows = (ip: string) => (connections++ === 0 ? web.allows(ip) : PUBLIC_WEB.allows(ip));
    await expect(getPage(url('/'), OPTIONS, { ...web, find, allows })).rejects.toMatchObject(refused);
    expect(requests).toEqual(['site.test/']);
  });

  it('is not loaded if its name leads to a private address, whatever it led to before', async () => {
    const { url, web, requests } = await serve((_, response) => response.writeHead(200, HTML).end(), {
      'inner.test': '10.0.0.1',
    });
    await expect(getPage(url('/', 'inner.test'), OPTIONS, web)).rejects.toMatchObject({
      name: 'AddressRefusedError',
      message: 'inner.test resolves to 10.0.0.1, which is not a public address.',
    });
    // The connection uses the address that was checked, since the name is resolved once.
    const answers = ['127.0.0.1', '10.0.0.1'];
    let asked = 0;
    const find: typeof web.find = (_name, _options, callback) =>
      callback(null, [{ address: answers[asked++] ?? '10.0.0.1', family: 4 }]);
    await getPage(url('/', 'rebinding.test'), OPTIONS, { ...web, find });
    expect([asked, requests]).toEqual([1, ['rebinding.test/']]);
  });

  it.each([
    ['ftp://site.test/', 'scheme'],
    ['http://site.test:22/', 'Port 22'],
    ['https://site.test:8443/', 'Port 8443'],
    ['http://user:word@site.test/', 'credentials'],
  ])('is not loaded from %s', async (address, reason) => {
    await expect(getPage(address, OPTIONS)).rejects.toThrow(reason);
  });

  it.each<[why: string, answer: RequestListener, reason: string]>([
    ['is an image', (_, r) => r.writeHead(200, { 'content-type': 'image/png' }).end(), 'image/png'],
    ['has no type', (_, r) => r.writeHead(200).end('<title>x</title>'), 'no type'],
    ['is compressed', (_, r) => r.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end('x'), 'gzip'],
    ['does not exist', (_, r) => r.writeHead(404, HTML).end('x'), '404'],
    ['redirects in a circle', (_, r) => r.writeHead(302, { location: '/' }).end(), 'more than 3 times'],
    [
      'switches protocols',
      (_, r) => r.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end(),
      'closed the connection',
    ],
  ])('is refused if it %s', async (_why, answer, reason) => {
    await expect((await serve(answer)).get()).rejects.toThrow(reason);
  });

  it('is given up if it does not arrive in time, whether no byte arrives or its body never ends', async () => {
    const silent = await serve(() => {});
    await expect(silent.get('/', { timeoutMs: 50 })).rejects.toMatchObject({ name: 'NoAnswerError' });
    const endless = await serve((_, response) => response.writeHead(200, HTML).write('<title>'));
    await expect(endless.get('/', { timeoutMs: 50 })).rejects.toMatchObject({ name: 'NoAnswerError' });
  });

  it('is read up to half a mebibyte, even if it never ends', async () => {
    const { get } = await serve((_, response) => {
      response.writeHead(200, HTML);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    expect((await get()).body.length).toBe(PAGE_MAX_BYTES);
  });
});
