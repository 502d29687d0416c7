import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../log/log.ts';
import type { Mail } from './mail.ts';
import { createSmtp } from './smtp.ts';

/** Starts a minimal mail server (RFC 5321), which answers RCPT with the next of `replies`. */
async function mailServer(replies: string[] = []) {
  const mails: string[] = [];
  const logins: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let mail: string[] | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test');
    createInterface(socket).on('line', (line) => {
      if (mail) {
        if (line !== '.') return void mail.push(line);
        mails.push(mail.join('\n'));
        mail = null;
        return say('250 kept');
      }
      const verb = line.split(' ', 1)[0]?.toUpperCase();
      if (verb === 'EHLO') return socket.write('250-test\r\n250 AUTH PLAIN\r\n');
      if (verb === 'AUTH') {
        logins.push(Buffer.from(line.split(' ')[2] ?? '', 'base64').toString());
        return say('235 in');
      }
      if (verb === 'RCPT') return say(replies.shift() ?? '250 ok');
      if (verb === 'DATA') {
        mail = [];
        return say('354 go on');
      }
      return say('250 ok');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { mails, logins, port: (server.address() as AddressInfo).port };
}

function mailer(port: number) {
  const smtp = createSmtp({
    url: `smtp://ann:s%40crum@127.0.0.1:${port}`,
    from: 'Tributary <no-reply@example.org>',
    log: createLog('silent'),
    retryAfterMs: [1, 1],
  });
  onTestFinished(() => smtp.close());
  return smtp;
}

const mail: Mail = {
  to: 'bob@example.org',
  language: 'en',
  purpose: 'code',
  subject: 'Grüße',
  text: 'Hello Bob\n',
};

describe('the mail server', () => {
  it('receives the mail after authentication', async () => {
    const server = await mailServer();
    await mailer(server.port).send(mail);
    expect(server.logins).toEqual(['\u0000ann\u0000s@crum']);
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).toMatch(/^From: Tributary <no-reply@example.org>$/m);
    expect(server.mails[0]).toMatch(/^To: bob@example.org$/m);
    expect(server.mails[0]).toContain('Hello Bob');
  });

  it('is retried while it is busy', async () => {
    const server = await mailServer(['451 later', '452 later']);
    await mailer(server.port).send(mail);
    expect(server.mails).toHaveLength(1);
  });

  it('is not retried after a permanent failure', async () => {
    const server = await mailServer(['550 no such mailbox']);
    await expect(mailer(server.port).send(mail)).rejects.toThrow(/550/);
    expect(server.mails).toEqual([]);
  });

  it('is given up on after the last attempt', async () => {
    const server = await mailServer(['451 later', '451 later', '451 later']);
    await expect(mailer(server.port).send(mail)).rejects.toThrow(/451/);
  });
});
