/**
 * The parts of WebRTC that the transport uses. The types are those of browsers as far as they go, so that
 * `RTCPeerConnection` and its implementations for Node can be given as they are.
 */
export interface RtcDescription {
  readonly type: 'offer' | 'answer';
  readonly sdp: string;
}

export interface RtcChannelInit {
  readonly negotiated: true;
  readonly id: number;
  readonly ordered: boolean;
}

export interface RtcChannel {
  binaryType: string;
  readonly readyState: string;
  readonly bufferedAmount: number;
  send(data: Uint8Array<ArrayBuffer>): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

export interface RtcConnection {
  readonly connectionState: string;
  readonly iceGatheringState: string;
  readonly localDescription: { readonly sdp: string } | null;
  createDataChannel(label: string, init: RtcChannelInit): RtcChannel;
  /** Makes the offer or the answer that is due, and begins to gather candidates. */
  setLocalDescription(): Promise<void>;
  setRemoteDescription(description: RtcDescription): Promise<void>;
  getStats(): Promise<{ forEach(call: (report: unknown) => void): void }>;
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
}

/** Makes a connection with the ICE servers of the instance. */
export type CreateRtcConnection = () => RtcConnection;
