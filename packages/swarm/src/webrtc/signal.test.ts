import { expect, it } from 'vitest';
import { decodeSignal, encodeSignal, MAX_SIGNAL_BYTES } from './signal.ts';

const candidate = (index: number, protocol: string) =>
  `a=candidate:${index} 1 ${protocol} 2113937151 ${'0123456789abcdef-'.repeat(6)}.local ${40000 + index} typ host`;
const sdpOf = (...candidates: string[]) =>
  ['v=0', 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', ...candidates, 'a=sctp-port:5000', ''].join(
    '\r\n',
  );

it('gives back what it encodes', () => {
  const offer = { type: 'offer', sdp: sdpOf(candidate(1, 'udp')) } as const;
  expect(decodeSignal(encodeSignal(offer))).toEqual(offer);
  expect(decodeSignal(encodeSignal({ type: 'busy' }))).toEqual({ type: 'busy' });
});

it('leaves out candidates over TCP, and as many others as make it too long', () => {
  const many = Array.from({ length: 30 }, (_, index) => candidate(index, index % 2 === 0 ? 'udp' : 'tcp'));
  const text = encodeSignal({ type: 'answer', sdp: sdpOf(...many) });
  expect(text.length).toBeLessThanOrEqual(MAX_SIGNAL_BYTES);
  const signal = decodeSignal(text);
  if (signal?.type !== 'answer') throw new Error(`The signal is ${text}.`);
  expect(signal.sdp).toContain('udp');
  expect(signal.sdp).not.toContain(' tcp ');
  expect(signal.sdp).toContain('a=sctp-port:5000');
});

it('refuses what is no signal', () => {
  const long = JSON.stringify({ type: 'offer', sdp: 'x'.repeat(MAX_SIGNAL_BYTES) });
  for (const text of [
    '',
    'null',
    '[]',
    '{"type":"offer"}',
    '{"type":"offer","sdp":7}',
    '{"type":"ask"}',
    long,
  ])
    expect(decodeSignal(text)).toBeNull();
});
