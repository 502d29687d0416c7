/** Many WebRTC players in one process. */
import os from 'node:os';
import { Audio, PeerConnection, RtcpReceivingSession, Video } from 'node-datachannel';
import { RtpFrames } from '../../apps/server/test/support/webrtc/rtp-frames.ts';
import { serveParent } from '../lib/proc.ts';
import type { FrameSeen, PlayersOrder, PlayersReport } from './messages.ts';

const H264 = 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=64001f';
/** Players connect one after the other, as people come. */
const kept: object[] = [];
const measured: FrameSeen[][] = [];
let lostPackets = 0;

serveParent(async (order: PlayersOrder): Promise<PlayersReport | null> => {
  if (order.type === 'connect') {
    for (let i = 0; i < order.count; i += 1) await connect(order.httpPort, order.key, order.isMeasured);
    return null;
  }
  if (order.type === 'yield') {
    // The threads of the native library inherit it.
    os.setPriority(os.constants.priority.PRIORITY_LOW);
    return null;
  }
  const report = { frames: measured.map((frames) => frames.splice(0)), lostPackets };
  lostPackets = 0;
  return report;
});

async function connect(port: number, key: string, isMeasured: boolean): Promise<void> {
  const peer = new PeerConnection('player', { iceServers: [], disableAutoNegotiation: true });
  const video = new Video('0', 'RecvOnly');
  video.addVideoCodec(106, 'H264', H264);
  const audio = new Audio('1', 'RecvOnly');
  audio.addOpusCodec(111);
  const track = peer.addTrack(video);
  const session = new RtcpReceivingSession();
  track.setMediaHandler(session);
  kept.push(peer, track, session, peer.addTrack(audio));
  if (isMeasured) {
    const frames: FrameSeen[] = [];
    measured.push(frames);
    const reader = new RtpFrames('video', ({ tail, timestamp, atMs, missing }) => {
      frames.push({ tail, timestamp, atMs });
      lostPackets += missing;
    });
    track.onMessage((packet) => reader.read(packet));
  }
  const gathered = Promise.withResolvers<void>();
  const connected = Promise.withResolvers<void>();
  peer.onGatheringStateChange((state) => state === 'complete' && gathered.resolve());
  peer.onStateChange((state) => state === 'connected' && connected.resolve());
  peer.setLocalDescription('offer');
  await gathered.promise;
  const response = await fetch(`http://127.0.0.1:${port}/whep/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: peer.localDescription()?.sdp ?? '',
  });
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`WHEP answered ${response.status}: ${answer}`);
  peer.setRemoteDescription(answer, 'answer');
  await connected.promise;
}
