/** WebRTC and the clock of Node for the transport: connections by libdatachannel. */
import { RTCPeerConnection } from 'node-datachannel/polyfill';
import type { SwarmClock } from '../clock.ts';
import type { RtcConnection } from '../webrtc/rtc-types.ts';

/** A STUN or TURN server, as browsers are told of it. */
export interface NodeIceServer {
  readonly urls: string;
  readonly username?: string | undefined;
  readonly credential?: string | undefined;
}

/** libdatachannel makes the answer by itself, and the offer when it is told to. */
export class NodeConnection extends RTCPeerConnection {
  constructor(iceServers: readonly NodeIceServer[] = []) {
    // The types of the package extend those of browsers, which a program for Node does not have.
    const configuration: object = { iceServers, iceTransportPolicy: 'all' };
    super(configuration);
  }

  override async setLocalDescription(): Promise<void> {
    if (this.signalingState === 'stable' && this.remoteDescription.sdp === undefined)
      await super.setLocalDescription({ type: 'offer', sdp: '' });
  }
}

export function createNodeConnection(iceServers: readonly NodeIceServer[]): RtcConnection {
  // The types of the package name other dictionaries than those of browsers.
  return new NodeConnection(iceServers) as unknown as RtcConnection;
}

export const systemClock: SwarmClock = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};
