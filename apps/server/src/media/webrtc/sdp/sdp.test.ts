import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type AnsweredMedia, nativeOffer, writeAnswer } from './answer.ts';
import { chooseOpus, chooseVideo } from './codec-choice.ts';
import { readFragment } from './fragment.ts';
import { readLocalDescription } from './local-description.ts';
import { readOffer } from './offer.ts';
import { SdpError } from './sdp-error.ts';

const FINGERPRINT = Array.from({ length: 32 }, (_, i) => (i + 16).toString(16).toUpperCase()).join(':');

/** As a browser writes it, with data, audio and video. */
const OFFER = [
  'v=0',
  'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1 2',
  'a=extmap-allow-mixed',
  `a=fingerprint:sha-1 ${FINGERPRINT.slice(0, 59)}`,
  `a=fingerprint:sha-256 ${FINGERPRINT.toLowerCase()}`,
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'c=IN IP4 0.0.0.0',
  'a=ice-ufrag:EsAw',
  'a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1',
  'a=setup:actpass',
  'a=mid:0',
  'a=sctp-port:5000',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 0',
  'a=mid:1',
  'a=recvonly',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtpmap:0 PCMU/8000',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 98 102 104 106 45 49',
  'a=candidate:1 1 udp 2122260223 203.0.113.7 54321 typ host',
  'a=mid:2',
  'a=recvonly',
  'a=rtpmap:96 VP8/90000',
  'a=rtpmap:98 VP9/90000',
  'a=fmtp:98 profile-id=0',
  'a=rtpmap:102 H264/90000',
  'a=fmtp:102 level-asymmetry-allowed=1;packetization-mode=0;profile-level-id=64001f',
  'a=rtpmap:104 H264/90000',
  'a=fmtp:104 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:106 H264/90000',
  'a=fmtp:106 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=4d001f',
  'a=rtpmap:45 AV1/90000',
  'a=fmtp:45 level-idx=5;profile=0;tier=0',
  'a=rtpmap:49 H265/90000',
  'a=fmtp:49 level-id=93;profile-id=1;tier-flag=0;tx-mode=SRST',
  '',
].join('\r\n');

const chosen = (codec: 'h264' | 'hevc' | 'av1' | 'vp9', codecString: string | null) =>
  chooseVideo(readOffer(OFFER), { codec, codecString })?.format.payloadType;

it('reads the transport of a bundled offer from where it is named', () => {
  expect(readOffer(OFFER)).toMatchObject({
    iceUfrag: 'EsAw',
    icePassword: 'P2uYro0UCOQ4zxjKXaWCBui1',
    fingerprint: { algorithm: 'sha-256', value: FINGERPRINT },
    media: [
      { type: 'application', mid: '0' },
      { type: 'audio', mid: '1', receives: true },
      { type: 'video', mid: '2', receives: true },
    ],
  });
});

it.each([
  ['h264', 'avc1.4d401f', 106],
  ['h264', 'avc1.42c01f', 104],
  // No section offers High, so the highest profile is taken; mode 0 cannot carry frames of more than a packet.
  ['h264', 'avc1.64001f', 106],
  ['h264', null, 106],
  ['hevc', 'hvc1.1.6.L93.B0', 49],
  ['hevc', 'hvc1.2.4.L93.B0', undefined],
  ['av1', 'av01.0.04M.08', 45],
  ['av1', 'av01.1.04M.08', undefined],
  ['vp9', 'vp09.00.10.08', 98],
  ['vp9', 'vp09.02.10.08', undefined],
] as const)('chooses for %s of %s the payload type %s', (codec, codecString, payloadType) => {
  expect(chosen(codec, codecString)).toBe(payloadType);
});

it.each([
  ['that does not receive', 'a=recvonly', 'a=sendonly'],
  ['that the player has disabled', ' 9 UDP/TLS', ' 0 UDP/TLS'],
])('chooses no section %s', (_what, part, replacement) => {
  const offer = readOffer(OFFER.replaceAll(part, replacement));
  expect(chooseOpus(offer)).toBeNull();
  expect(chooseVideo(offer, { codec: 'h264', codecString: null })).toBeNull();
});

it('chooses a section that has no port of its own, since it is bundled', () => {
  const bundled = OFFER.replace('m=video 9', 'm=video 0').replace('a=mid:2', 'a=bundle-only\r\na=mid:2');
  expect(chooseVideo(readOffer(bundled), { codec: 'h264', codecString: null })?.mid).toBe('2');
});

function answered(): AnsweredMedia[] {
  const offer = readOffer(OFFER);
  const video = chooseVideo(offer, { codec: 'h264', codecString: null });
  const audio = chooseOpus(offer);
  if (video === null || audio === null) throw new Error('The offer has no H.264 or no Opus');
  return [
    { kind: 'audio', ssrc: 2, ...audio },
    { kind: 'video', ssrc: 1, ...video },
  ];
}

it('answers each section of the offer in order, and rejects those that it does not send', () => {
  const answer = writeAnswer(
    readOffer(OFFER),
    answered(),
    {
      iceUfrag: 'abcd',
      icePassword: 'a'.repeat(22),
      fingerprint: { algorithm: 'sha-256', value: FINGERPRINT },
      setup: 'active',
      candidates: [{ address: '198.51.100.7', port: 8189 }],
    },
    'stream',
  );
  expect(answer.match(/^m=.*(?=\r$)/gm)).toEqual([
    'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'm=video 9 UDP/TLS/RTP/SAVPF 106',
  ]);
  expect(answer).toContain('a=group:BUNDLE 1 2\r\na=ice-options:trickle ice2\r\n');
  // Each accepted section says so, by section 4.5.1 of the draft of WHEP.
  expect(answer.match(/^a=rtcp-mux-only(?=\r$)/gm)).toHaveLength(2);
  expect(answer.match(/a=candidate:.*/g)).toEqual([
    'a=candidate:1 1 udp 2130706431 198.51.100.7 8189 typ host',
  ]);
});

it('gives the native library the accepted sections alone, without the addresses that the client names', () => {
  const native = nativeOffer(readOffer(OFFER), answered());
  expect(native).not.toMatch(/candidate|203\.0\.113\.7|application|VP8/);
  expect(readOffer(native).media.map(({ mid }) => mid)).toEqual(['1', '2']);
});

it.each<[string, string | RegExp, string]>([
  ['a transport without a password', /a=ice-pwd.*\r\n/, ''],
  ['only a weak fingerprint', /a=fingerprint:sha-256.*\r\n/, ''],
  ['a section without a=mid', 'a=mid:2\r\n', ''],
  ['two sections with one a=mid', 'a=mid:2', 'a=mid:1'],
  ['a mid with spaces', 'a=mid:2', 'a=mid:2 a=setup:active'],
  ['a password that is no ICE password', /a=ice-pwd:.*\r\n/, 'a=ice-pwd:short\r\n'],
  ['an m= line without a port', 'm=video 9', 'm=video nine'],
  ['thousands of lines', 'a=extmap-allow-mixed', 'a=x\r\n'.repeat(3_000)],
])('refuses %s', (_what, part, replacement) => {
  expect(() => readOffer(OFFER.replace(part, replacement))).toThrow(SdpError);
});

it('refuses a fragment with hundreds of candidates', () => {
  const head = 'a=ice-ufrag:EsAw\r\na=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1\r\n';
  const candidate = 'a=candidate:1 1 udp 2122260223 203.0.113.7 54321 typ host\r\n';
  expect(readFragment(head + candidate)).toEqual({
    iceUfrag: 'EsAw',
    icePassword: 'P2uYro0UCOQ4zxjKXaWCBui1',
    candidates: 1,
    isLast: false,
  });
  expect(() => readFragment(head + candidate.repeat(300))).toThrow(SdpError);
});

it('refuses a description of the native library without a candidate', () => {
  expect(() => readLocalDescription('v=0\r\n', [])).toThrow(SdpError);
});

it('reads any text as an offer and as a fragment, or refuses it', () => {
  const line = fc.constantFrom(...OFFER.split('\r\n'));
  const noise = fc.tuple(line, fc.string(), fc.nat()).map(([from, text, at]) => {
    const position = at % (from.length + 1);
    return from.slice(0, position) + text + from.slice(position);
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(line, noise), { maxLength: 60 }), (lines) => {
      const text = ['v=0', ...lines].join('\r\n');
      for (const read of [readOffer, readFragment]) {
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SdpError);
        }
      }
    }),
  );
});

it('writes no line of its own into what it passes on', () => {
  const value = fc.string({ unit: fc.constantFrom('a', '=', ':', ' ', '\r', '\n', ';', 'm') });
  fc.assert(
    fc.property(value, value, (mid, parameters) => {
      const text = OFFER.replace('a=mid:1', `a=mid:${mid}`).replace('minptime=10', parameters);
      let offer: ReturnType<typeof readOffer>;
      try {
        offer = readOffer(text);
      } catch {
        return;
      }
      const opus = chooseOpus(offer);
      if (opus === null) return;
      const lines = nativeOffer(offer, [{ kind: 'audio', ssrc: 2, ...opus }])
        .split('\r\n')
        .slice(0, -1);
      expect(lines.length).toBeLessThanOrEqual(16);
      for (const line of lines) expect(line).toMatch(/^[a-z]=[\x20-\x7e]*$/);
      expect(lines.filter((line) => line.startsWith('m='))).toHaveLength(1);
    }),
  );
});
