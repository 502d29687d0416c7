import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { freePort } from '../../../test/support/instance-process.ts';
import type { Finding } from './finding.ts';
import { checkMail } from './mail.ts';
import { checkMediaHost } from './media-host.ts';
import { checkPorts } from './ports.ts';
import { checkPublicAddress } from './public-address.ts';
import { checkStorage } from './storage.ts';

const TLS = new URL('../../../test/support/tls/', import.meta.url);
const statesOf = (findings: readonly Finding[]) => findings.map(({ state }) => state);

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address() as AddressInfo;
  return address.port;
}

describe('the ports', () => {
  async function ports(pid: number | null, taken: Record<string, string>) {
    const free = { PORT: await freePort(), RTMP_PORT: await freePort(), WEBRTC_PORT: await freePort() };
    return checkPorts(parseConfig({ DEMO: 'false', HOST: '127.0.0.1', ...free, ...taken }, '/tmp'), pid);
  }

  it('are ok while they are free and the instance is stopped', async () => {
    expect(statesOf(await ports(null, {}))).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('have failed where another program uses them, and are named with the variable to change', async () => {
    const port = await listen(createServer());
    const udp = createSocket('udp4').bind(0, '127.0.0.1');
    await once(udp, 'listening');
    onTestFinished(() => void udp.close());
    const findings = await ports(null, { RTMP_PORT: String(port), WEBRTC_PORT: String(udp.address().port) });
    expect(statesOf(findings)).toEqual(['ok', 'failed', 'failed', 'ok']);
    expect(findings[1]).toMatchObject({
      message: `RTMP_PORT: port ${port} is in use by another program.`,
      advice: expect.stringContaining('set RTMP_PORT to a free port'),
    });
  });

  it('are ok while the running instance uses them, and have failed where it uses others', async () => {
    const port = await listen(createServer());
    const findings = await ports(4242, { PORT: String(port) });
    expect(statesOf(findings)).toEqual(['ok', 'failed', 'failed', 'ok']);
    expect(findings[0]?.message).toContain('process 4242');
  });
});

describe('the public address', () => {
  const HEALTH = JSON.stringify({ status: 'ok', version: '1', uptimeSeconds: 1, parts: {} });
  const healthy: RequestListener = (_request, response) => void response.end(HEALTH);

  async function serveTls(certificate: string, key: string, answer = healthy) {
    const cert = await readFile(new URL(certificate, TLS), 'utf8');
    const server = createTlsServer({ cert, key: await readFile(new URL(key, TLS)) }, answer);
    return { port: await listen(server), ca: cert };
  }

  function check(publicUrl: string, more: { ca?: string; isRunning?: boolean } = {}) {
    const config = parseConfig({ DEMO: 'false', PUBLIC_URL: publicUrl }, '/tmp');
    return checkPublicAddress(config, { isRunning: true, secret: null, ...more });
  }

  it('with a trusted certificate and the same clock is ok', async () => {
    const { port, ca } = await serveTls('localhost.pem', 'localhost.key.pem');
    const findings = await check(`https://localhost:${port}`, { ca });
    expect(findings.map(({ state, message }) => `${state} ${message}`)).toEqual([
      expect.stringMatching(/^ok The certificate is valid until \d{4}-/),
      expect.stringMatching(/^ok The instance answers/),
      expect.stringMatching(/^ok The clock agrees/),
      expect.stringMatching(/^warning How requests arrive/),
    ]);
  });

  it.each([
    ['that no authority has signed', 'localhost.pem', 'localhost.key.pem', false, 'SELF_SIGNED'],
    ['that has expired', 'localhost-expired.pem', 'localhost.key.pem', true, 'CERT_HAS_EXPIRED'],
    ['of another host', 'other-host.pem', 'other-host.key.pem', true, 'ALTNAME'],
  ])(
    'with a certificate %s has failed, with the reason',
    async (_name, certificate, key, isTrusted, reason) => {
      const { port, ca } = await serveTls(certificate, key);
      const [finding] = await check(`https://localhost:${port}`, isTrusted ? { ca } : {});
      expect(finding).toMatchObject({ state: 'failed', message: expect.stringContaining(reason) });
    },
  );

  it('whose clock differs by two minutes has failed', async () => {
    const port = await listen(
      createHttpServer((_request, response) => {
        response.setHeader('date', new Date(Date.now() - 120_000).toUTCString()).end(HEALTH);
      }),
    );
    const findings = await check(`http://localhost:${port}`);
    expect(findings).toContainEqual(
      expect.objectContaining({
        state: 'failed',
        message: expect.stringContaining('The clock differs by 1'),
      }),
    );
  });

  it('has failed where another program or a proxy without the instance answers', async () => {
    for (const [status, message] of [
      [404, 'Another program answers'],
      [502, 'it does not reach the instance'],
    ] as const) {
      const port = await listen(
        createHttpServer((_request, response) => void response.writeHead(status).end()),
      );
      expect(await check(`http://localhost:${port}`)).toContainEqual(
        expect.objectContaining({ state: 'failed', message: expect.stringContaining(message) }),
      );
    }
  });

  it('that nothing answers at has failed while the instance runs, and is a warning while it is stopped', async () => {
    const url = `http://localhost:${await freePort()}`;
    expect(statesOf(await check(url))).toEqual(['failed']);
    expect(statesOf(await check(url, { isRunning: false }))).toEqual(['warning']);
  });
});

describe('the host of media', () => {
  const cors = { 'access-control-allow-origin': '*' };
  const answering = (answer: RequestListener) => listen(createHttpServer(answer));

  /** @param answer that of the host of media; the instance answers 404 for all origins */
  async function check(answer: RequestListener) {
    const origin = await answering((_req, res) => void res.writeHead(404, cors).end('none'));
    const media = await answering(answer);
    const urls = { publicUrl: `http://localhost:${origin}`, mediaUrl: `http://localhost:${media}` };
    return checkMediaHost(urls, true);
  }

  it('is ok where it answers as the instance does, with and without a grant', async () => {
    expect(statesOf(await check((_req, res) => void res.writeHead(404, cors).end('none')))).toEqual(['ok']);
  });

  it('has failed where it drops addresses with a grant, the headers for pages, or is another program', async () => {
    const findings = await Promise.all([
      check(({ url }, res) => void res.writeHead(url?.startsWith('/~') ? 400 : 404, cors).end('none')),
      check((_req, res) => void res.writeHead(404).end('none')),
      check((_req, res) => void res.writeHead(200, cors).end('hello')),
    ]);
    expect(findings.flat()).toMatchObject([
      { state: 'failed', message: expect.stringContaining('begin with /~') },
      { state: 'failed', message: expect.stringContaining('no Access-Control-Allow-Origin') },
      { state: 'failed', message: expect.stringContaining('Another program') },
    ]);
  });

  it('has failed where nothing answers while the instance runs, and is not examined without MEDIA_URL', async () => {
    const urls = { publicUrl: `http://localhost:${await freePort()}`, mediaUrl: 'http://localhost:1' };
    expect(statesOf(await checkMediaHost(urls, true))).toEqual(['failed']);
    expect(statesOf(await checkMediaHost(urls, false))).toEqual(['warning']);
    expect(await checkMediaHost({ ...urls, mediaUrl: null }, true)).toEqual([]);
  });
});

describe('the mail server', () => {
  /** Offers what `capabilities` says, and answers AUTH with `answer`. */
  async function smtp(capabilities: readonly string[], answer = '235 in') {
    const verbs: string[] = [];
    const port = await listen(
      createServer((socket) => {
        socket.on('error', () => undefined).write('220 test\r\n');
        createInterface(socket).on('line', (line) => {
          const verb = line.split(' ', 1)[0]?.toUpperCase() ?? '';
          verbs.push(verb);
          if (verb === 'EHLO')
            socket.write(
              ['250-test', ...capabilities.map((text) => `250-${text}`), '250 HELP', ''].join('\r\n'),
            );
          else socket.write(`${verb === 'AUTH' ? answer : verb === 'STARTTLS' ? '454 none' : '250 ok'}\r\n`);
        });
      }),
    );
    return { port, verbs };
  }
  const check = (port: number, host = '127.0.0.1') =>
    checkMail({ smtpUrl: `smtp://ann:s%40crum@${host}:${port}`, demo: false });

  it('that accepts the sign-in is ok, and is sent nothing', async () => {
    const { port, verbs } = await smtp(['AUTH PLAIN']);
    expect(statesOf(await check(port))).toEqual(['ok']);
    expect(verbs).toContain('AUTH');
    expect(verbs).not.toContain('MAIL');
  });

  it('that refuses the sign-in has failed, without showing the password', async () => {
    const { port } = await smtp(['AUTH PLAIN'], '535 wrong');
    const [finding] = await check(port);
    expect(finding).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('refuses the sign-in'),
    });
    expect(JSON.stringify(finding)).not.toContain('s@crum');
  });

  it('whose encryption fails has failed', async () => {
    const { port } = await smtp(['STARTTLS', 'AUTH PLAIN']);
    const [finding] = await checkMail({ smtpUrl: `smtps://127.0.0.1:${port}`, demo: false });
    expect(finding).toMatchObject({ state: 'failed' });
  });

  it('that does not answer has failed', async () => {
    expect(statesOf(await check(Number(await freePort())))).toEqual(['failed']);
  });

  it('that is missing is a warning, except on a demo', async () => {
    expect(statesOf(await checkMail({ smtpUrl: null, demo: false }))).toEqual(['warning']);
    expect(await checkMail({ smtpUrl: null, demo: true })).toEqual([]);
  });
});

describe('the storage', () => {
  it('has failed where other users can read the secrets, and is ok before the first start', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tributary-doctor-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const own = async () =>
      (await checkStorage({ dataDir })).filter(({ message }) => !message.includes('free on'));
    expect(await own()).toEqual([]);
    await writeFile(join(dataDir, 'secrets.json'), '{}', { mode: 0o600 });
    expect(await own()).toEqual([]);
    await chmod(join(dataDir, 'secrets.json'), 0o644);
    expect(statesOf(await own())).toEqual(['failed']);
    expect(await checkStorage({ dataDir: join(dataDir, 'not', 'yet') })).toHaveLength(1);
  });
});
