import type { VerificationKey } from '@tributary/swarm/manifest/manifest-verifier';
import type { RtcConnection } from '@tributary/swarm/webrtc/rtc-types';
import type { Signal } from '@tributary/swarm/webrtc/signal';
import { expect, it, onTestFinished } from 'vitest';
import { ScriptedClock } from '../../../../../test/support/scripted-environment.ts';
import type { PartSupply } from '../sources/part-supply.ts';
import { StreamSwarm } from './stream-swarm.ts';
import type { JoinedSwarm, SwarmListener, SwarmTopic } from './swarm-types.ts';

/** The swarm of one page, whose instance answers its joining when the test says so. */
function openSwarm() {
  const clock = new ScriptedClock();
  const joining = Promise.withResolvers<JoinedSwarm>();
  const sent: { readonly to: string; readonly signal: Signal }[] = [];
  const offers: string[] = [];
  let listener: SwarmListener | null = null;
  const topic: SwarmTopic = {
    subscribe(given) {
      listener = given;
      return () => {};
    },
    join: () => joining.promise,
    find: async () => ({ peers: 2, candidates: [] }),
    signal: async (to, signal) => void sent.push({ to, signal }),
    report: async () => {},
    traffic: async () => {},
    leave: async () => {},
  };
  const connect = (): RtcConnection => ({
    connectionState: 'new',
    iceGatheringState: 'complete',
    localDescription: { sdp: 'the answer' },
    createDataChannel: () => ({
      binaryType: 'arraybuffer',
      readyState: 'connecting',
      bufferedAmount: 0,
      send: () => {},
      addEventListener: () => {},
      close: () => {},
    }),
    setLocalDescription: async () => {},
    setRemoteDescription: async ({ sdp }) => void offers.push(sdp),
    getStats: async () => new Map(),
    addEventListener: () => {},
    close: () => {},
  });
  const swarm = new StreamSwarm({
    video: { currentTime: 0 } as HTMLVideoElement,
    policy: 'on',
    clock,
    topic,
    key: {} as VerificationKey,
    load: () => Promise.reject(new Error('Nothing is loaded.')),
    loadText: () => Promise.reject(new Error('Nothing is loaded.')),
    mayAskMirrors: false,
    connection: connect,
    isVisible: () => true,
    onEnded: () => {},
  });
  onTestFinished(() => swarm.destroy());
  const hls = {
    levels: [{ uri: '/live/stream/epoch/video.m3u8' }],
    config: {},
    on: () => {},
    off: () => {},
  };
  const play = () => swarm.setSupply({ supplier: null, hls, transfers: {} } as unknown as PartSupply);
  const join = () => joining.resolve({ network: 0, iceServers: [], peers: 2, candidates: [] });
  return {
    listener: () => listener ?? expect.fail('The page has not subscribed.'),
    play,
    join,
    sent,
    offers,
  };
}

const offer = { kind: 'offer', data: 'an offer' } as const;

it('answers offers that come before the page has joined, and before its source plays', async () => {
  const page = openSwarm();
  page.listener().opened({ policy: 'on', mirrors: [] });
  page.listener().signalled('early', offer);
  page.join();
  await Promise.resolve();
  page.listener().signalled('later', offer);
  expect(page.sent).toEqual([]);
  page.play();
  await expect.poll(() => page.sent.map(({ to }) => to)).toEqual(['early', 'later']);
  expect(page.sent.map(({ signal }) => signal)).toEqual(
    Array.from({ length: 2 }, () => ({ kind: 'answer', data: 'the answer' })),
  );
  expect(page.offers).toEqual(['an offer', 'an offer']);
});

it('keeps a bounded number of offers', async () => {
  const page = openSwarm();
  page.listener().opened({ policy: 'on', mirrors: [] });
  for (let peer = 0; peer < 500; peer += 1) page.listener().signalled(`peer ${peer}`, offer);
  page.join();
  page.play();
  await expect.poll(() => page.sent.length).toBe(64);
});
