/** A bare page that plays a stream over WHEP, without anything of the app. */
import http from 'node:http';

const page = (endpoint: string) => `<!doctype html>
<div data-player><video autoplay muted playsinline></video></div>
<script type="module">
  const peer = new RTCPeerConnection();
  const { receiver } = peer.addTransceiver('video', { direction: 'recvonly' });
  peer.addTransceiver('audio', { direction: 'recvonly' });
  receiver.jitterBufferTarget = 0;
  peer.ontrack = ({ track }) => {
    if (track.kind === 'video') document.querySelector('video').srcObject = new MediaStream([track]);
  };
  await peer.setLocalDescription();
  const answer = await fetch(${JSON.stringify(endpoint)}, {
    method: 'POST',
    headers: { 'Content-Type': 'application/sdp' },
    body: peer.localDescription.sdp,
  });
  const startedAt = performance.now();
  document.querySelector('video').requestVideoFrameCallback(() => {
    globalThis.firstFrameMs = performance.now() - startedAt;
  });
  await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
  globalThis.peer = peer;
</script>`;

/** Its URL has to be that of a secure context: localhost. */
export function servePlayerPage(endpoint: string): http.Server {
  return http.createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'text/html' }).end(page(endpoint));
  });
}
