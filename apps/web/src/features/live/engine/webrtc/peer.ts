/** The part of the browser's WebRTC that the engine uses, so that tests can stand in for it. */
export interface Receiver {
  readonly track: MediaStreamTrack;
  /** Milliseconds. Browsers that do not have it keep their own target. */
  jitterBufferTarget?: number | null;
}

export interface Transceiver {
  readonly receiver: Receiver;
  readonly currentDirection: RTCRtpTransceiverDirection | null;
}

export interface Peer {
  readonly connectionState: RTCPeerConnectionState;
  addTransceiver(kind: 'audio' | 'video', init: { direction: 'recvonly' }): Transceiver;
  createOffer(): Promise<{ sdp?: string }>;
  setConfiguration(configuration: RTCConfiguration): void;
  setLocalDescription(description: { type: 'offer'; sdp: string }): Promise<void>;
  setRemoteDescription(description: { type: 'answer'; sdp: string }): Promise<void>;
  getStats(): Promise<StatsReport>;
  close(): void;
}

export interface StatsReport {
  forEach(callback: (stats: Readonly<Record<string, unknown>>) => void): void;
}
