/** WebRTC players in a process of their own, since their native code may not survive its end. */
import { Audio, PeerConnection, RtcpReceivingSession, type Track, Video } from 'node-datachannel';
import type { PlayerCommand, PlayerEvent } from './player-messages.ts';
import { RtpFrames } from './rtp-frames.ts';

const players = new Map<number, { peer: PeerConnection; tracks: Track[]; kept: object[] }>();

const tell = (event: PlayerEvent) => process.send?.(event);

function open({ player, offer }: PlayerCommand & { kind: 'offer' }): void {
  const peer = new PeerConnection(`player ${player}`, { iceServers: [], disableAutoNegotiation: true });
  const tracks: Track[] = [];
  const kept: object[] = [];
  const receive = (description: Video | Audio, kind: 'video' | 'audio') => {
    const track = peer.addTrack(description);
    if (offer.isSilent !== true) {
      const session = new RtcpReceivingSession();
      track.setMediaHandler(session);
      kept.push(session);
    }
    const frames = new RtpFrames(kind, (frame) => tell({ kind: 'frame', player, frame }));
    track.onMessage((packet) => frames.read(packet));
    tracks.push(track);
  };
  if (offer.video.length > 0) {
    const video = new Video('0', 'RecvOnly');
    for (const { payloadType, codec, parameters } of offer.video)
      video.addVideoCodec(payloadType, codec, parameters);
    receive(video, 'video');
  }
  if (offer.audio) {
    const audio = new Audio('1', 'RecvOnly');
    audio.addOpusCodec(111);
    receive(audio, 'audio');
  }
  peer.onStateChange((state) => tell({ kind: 'state', player, state }));
  peer.onGatheringStateChange((state) => {
    const description = state === 'complete' ? peer.localDescription() : null;
    if (description !== null) tell({ kind: 'offer', player, sdp: description.sdp });
  });
  players.set(player, { peer, tracks, kept });
  peer.setLocalDescription('offer');
}

process.on('message', (command: PlayerCommand) => {
  const known = players.get(command.player);
  if (command.kind === 'offer') open(command);
  else if (command.kind === 'answer') known?.peer.setRemoteDescription(command.sdp, 'answer');
  else if (command.kind === 'request_keyframe') known?.tracks[0]?.requestKeyframe();
  else if (command.kind === 'rtcp') known?.tracks[0]?.sendMessageBinary(Buffer.from(command.bytes));
  else {
    known?.peer.close();
    players.delete(command.player);
  }
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
