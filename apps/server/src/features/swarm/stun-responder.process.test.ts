import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { answerTo, startStunResponder } from './stun-responder.ts';

function bindingRequest(id = randomBytes(12)): Buffer {
  return Buffer.concat([Buffer.from('000100002112a442', 'hex'), id]);
}

async function start() {
  const errors: unknown[] = [];
  const responder = startStunResponder({
    host: '127.0.0.1',
    port: 0,
    onError: (error) => errors.push(error),
  });
  const port = await responder.listening;
  const client = createSocket('udp4');
  client.bind(0, '127.0.0.1');
  await once(client, 'listening');
  onTestFinished(() => {
    responder.close();
    client.close();
  });
  const answers: Buffer[] = [];
  client.on('message', (message) => answers.push(message));
  return { client, answers, send: (message: Buffer) => client.send(message, port, '127.0.0.1'), errors };
}

it('tells a client the address and port that its request came from', async () => {
  const { client, answers, send } = await start();
  const id = randomBytes(12);
  send(bindingRequest(id));
  await expect.poll(() => answers.length).toBe(1);
  const [answer = Buffer.alloc(0)] = answers;
  expect(answer.subarray(0, 8).toString('hex')).toBe('0101000c2112a442');
  expect(answer.subarray(8, 20)).toEqual(id);
  expect(answer.readUInt16BE(26) ^ 0x2112).toBe(client.address().port);
  expect((answer.readUInt32BE(28) ^ 0x2112a442) >>> 0).toBe(0x7f000001);
});

it('answers neither malformed datagrams nor more than twenty requests of a network in a second', async () => {
  const { answers, send } = await start();
  for (const hostile of [
    Buffer.alloc(0),
    Buffer.alloc(20),
    Buffer.from('0101000021120442', 'hex'),
    Buffer.concat([bindingRequest(), Buffer.alloc(3)]),
    Buffer.concat([bindingRequest(), Buffer.alloc(600)]),
  ])
    send(hostile);
  for (let index = 0; index < 300; index++) send(bindingRequest());
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(20);
  // A second may begin in between.
  expect(answers.length).toBeLessThanOrEqual(40);
  expect(answers.every((answer) => answer.readUInt16BE(0) === 0x0101)).toBe(true);
});

it.each([
  ['2001:db8::7', '20010db8000000000000000000000007'],
  ['fe80::1%eth0', 'fe800000000000000000000000000001'],
  ['::ffff:192.0.2.1', 'c0000201'],
  ['192.0.2.1', 'c0000201'],
])('answers a request from %s', (address, expected) => {
  const id = randomBytes(12);
  const answer = answerTo(bindingRequest(id), { address, port: 443 }) ?? Buffer.alloc(0);
  const mask = Buffer.concat([Buffer.from('2112a442', 'hex'), id]);
  const bytes = answer.subarray(28).map((byte, index) => byte ^ (mask[index] ?? 0));
  expect(Buffer.from(bytes).toString('hex')).toBe(expected);
  expect(answer.readUInt8(25)).toBe(expected.length === 8 ? 1 : 2);
});
