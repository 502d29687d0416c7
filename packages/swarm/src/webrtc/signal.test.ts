import { expect, it } from 'vitest';
import { fitSdp, MAX_SIGNAL_CHARACTERS } from './signal.ts';

const candidate = (index: number, protocol: string) =>
  `a=candidate:${index} 1 ${protocol} 2113937151 ${'0123456789abcdef-'.repeat(16)}.local ${40000 + index} typ host`;
const sdpOf = (...candidates: string[]) =>
  ['v=0', 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', ...candidates, 'a=sctp-port:5000', ''].join(
    '\r\n',
  );

it('leaves a short description as it is', () => {
  const sdp = sdpOf(candidate(1, 'udp'), candidate(2, 'udp'));
  expect(fitSdp(sdp)).toBe(sdp);
});

it('leaves out candidates over TCP, and as many others as make a description too long', () => {
  const many = Array.from({ length: 30 }, (_, index) => candidate(index, index % 2 === 0 ? 'udp' : 'tcp'));
  const fitted = fitSdp(sdpOf(...many));
  expect(fitted.length).toBeLessThanOrEqual(MAX_SIGNAL_CHARACTERS);
  expect(fitted.match(/ udp /g)?.length).toBeGreaterThan(4);
  expect(fitted).not.toContain(' tcp ');
  expect(fitted).toContain('a=sctp-port:5000');
});
