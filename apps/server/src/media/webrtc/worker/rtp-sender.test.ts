import { expect, it } from 'vitest';
import { packetize } from '../rtp/packetize.ts';
import { RtpSender } from './rtp-sender.ts';

const SSRC = 77;
const KEPT = 8;

/** A frame of so many packets. */
const frame = (packets: number) => packetize('vp9', Buffer.alloc(1_100 * packets), false);

function startSender(firstSequence = 100) {
  const sent: Buffer[] = [];
  const state = { nowMs: 0, isFull: false };
  const sender = new RtpSender({
    ssrc: SSRC,
    cname: 'name',
    payloadType: 98,
    kept: KEPT,
    send(packet) {
      if (!state.isFull) sent.push(Buffer.from(packet));
      return !state.isFull;
    },
    now: () => state.nowMs,
    wallMs: () => Date.UTC(2026, 0, 1, 12, 0, 0, 500),
    firstSequence,
  });
  const media = () => sent.filter((packet) => packet[1] !== 200);
  return { sender, sent, state, sequences: () => media().map((packet) => packet.readUInt16BE(2)), media };
}

it('numbers packets through, beyond 16 bits', () => {
  const { sender, media, sequences } = startSender(65_534);
  sender.job(frame(2), 3_000).run();
  sender.job(frame(2), 6_000).run();
  expect(sequences()).toEqual([65_534, 65_535, 0, 1]);
  expect(media().map((packet) => packet.readUInt32BE(4))).toEqual([3_000, 3_000, 6_000, 6_000]);
  expect(media().every((packet) => packet.readUInt32BE(8) === SSRC)).toBe(true);
});

it('sends lost packets again as they were, while they are kept', () => {
  const { sender, sent, sequences } = startSender();
  const shared = frame(2);
  sender.job(shared, 3_000).run();
  // Another viewer uses the same memory in between.
  startSender(5).sender.job(shared, 9).run();
  const [first] = sent;
  sender.resend([100]);
  expect(sent.at(-1)).toEqual(first);
  sender.job(frame(KEPT), 6_000).run();
  sender.resend([100, 101, 110, 111, 5_000, 102]);
  expect(sequences().slice(3 + KEPT)).toEqual([102]);
});

it('sends no more packets again in a second than it keeps', () => {
  const { sender, state, sequences } = startSender();
  sender.job(frame(KEPT), 0).run();
  const all = Array.from({ length: KEPT }, (_, i) => 100 + i);
  for (let i = 0; i < 5; i++) sender.resend(all);
  expect(sequences()).toHaveLength(2 * KEPT);
  state.nowMs += 500;
  sender.resend(all);
  expect(sequences()).toHaveLength(2.5 * KEPT);
});

it('goes on with the packet that the socket did not take, and gives up on a viewer who cannot be reached', () => {
  const { sender, state, sequences } = startSender();
  state.isFull = true;
  const job = sender.job(frame(3), 0);
  expect(job.run()).toBe(false);
  state.isFull = false;
  expect(job.run()).toBe(true);
  expect(sequences()).toEqual([100, 101, 102]);
  state.isFull = true;
  const lost = sender.job(frame(3), 3_000);
  let attempts = 1;
  while (!lost.run()) attempts += 1;
  expect(attempts).toBeLessThan(20);
  // The next frame does not wait again.
  expect(sender.job(frame(3), 6_000).run()).toBe(true);
  state.isFull = false;
  sender.job(frame(1), 9_000).run();
  expect(sequences().at(-1)).toBe(109);
});

it('reports each second what it sent, and when', () => {
  const { sender, sent, state } = startSender();
  const reports = () => sent.filter((packet) => packet[1] === 200);
  sender.job(frame(2), 3_000).run();
  state.nowMs = 999;
  sender.job(frame(2), 6_000).run();
  expect(reports()).toHaveLength(1);
  state.nowMs = 1_000;
  sender.job(frame(2), 9_000).run();
  const report = reports()[1];
  // 12:00:00.5 on 1 January 2026 is second 3,976,257,600 of NTP, and a half.
  expect(report?.subarray(0, 28).toString('hex')).toBe(
    ['80c80006', '0000004d', 'ed00e040', '80000000', '00002328', '00000006', '000019ce'].join(''),
  );
  expect(report?.subarray(28).toString('latin1')).toBe('\x81\xca\0\x03\0\0\0M\x01\x04name\0\0');
});
