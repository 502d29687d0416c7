export type { StartOutput } from './feeds/stream-source.ts';
export type { WebRtcLimits } from './sessions.ts';
export { createWebRtc, type WebRtc, type WebRtcOptions, type WebRtcStats } from './webrtc.ts';
export type { IceServer } from './whep/ice-servers.ts';
export { iceServersOf } from './whep/ice-servers.ts';
