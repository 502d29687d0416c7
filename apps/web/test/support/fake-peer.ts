import type { Peer, StatsReport, Transceiver } from '../../src/features/live/engine/webrtc/peer.ts';

const OFFER = [
  'v=0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789abcdefghijkl',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'm=video 9 UDP/TLS/RTP/SAVPF 106',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:0123456789abcdefghijkl',
  '',
].join('\r\n');

/** A peer connection without a network, which logs what is asked of it. */
export class FakePeer implements Peer {
  connectionState: RTCPeerConnectionState = 'new';
  readonly log: string[] = [];
  readonly transceivers: { kind: string; transceiver: Transceiver & { currentDirection: string | null } }[] =
    [];
  /** The directions that the answer gives. */
  directions: Record<string, RTCRtpTransceiverDirection> = { video: 'recvonly', audio: 'recvonly' };
  stats: Record<string, unknown>[] = [];
  localSdp = '';
  iceServers: RTCIceServer[] = [];

  addTransceiver(kind: 'audio' | 'video', { direction }: { direction: 'recvonly' }): Transceiver {
    this.log.push(`${kind} ${direction}`);
    const transceiver = {
      receiver: { track: { kind } as MediaStreamTrack },
      currentDirection: null as RTCRtpTransceiverDirection | null,
    };
    this.transceivers.push({ kind, transceiver });
    return transceiver;
  }

  async createOffer(): Promise<{ sdp: string }> {
    return { sdp: OFFER };
  }

  setConfiguration({ iceServers = [] }: RTCConfiguration): void {
    this.log.push('ice servers');
    this.iceServers = iceServers;
  }

  async setLocalDescription({ sdp }: { sdp: string }): Promise<void> {
    this.log.push('local description');
    this.localSdp = sdp;
  }

  async setRemoteDescription({ sdp }: { sdp: string }): Promise<void> {
    this.log.push(`remote description ${sdp}`);
    for (const { kind, transceiver } of this.transceivers)
      transceiver.currentDirection = this.directions[kind] ?? null;
  }

  async getStats(): Promise<StatsReport> {
    return { forEach: (callback) => this.stats.forEach((stats) => void callback(stats)) };
  }

  close(): void {
    this.log.push('close');
    this.connectionState = 'closed';
  }
}
