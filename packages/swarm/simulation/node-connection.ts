/** Connections over loopback, whose bytes may be corrupted. */
import { NodeConnection } from '../src/node/node-connection.ts';
import type { RtcConnection } from '../src/webrtc/rtc-types.ts';

/** @param corrupts whether a byte of what is sent over the channel of pushes is changed now */
export function createNodeConnection(corrupts: boolean | (() => boolean) = false): RtcConnection {
  const connection = new NodeConnection();
  if (corrupts !== false) {
    const isCorrupting = typeof corrupts === 'function' ? corrupts : () => corrupts;
    const create = connection.createDataChannel.bind(connection);
    connection.createDataChannel = (label, init) => {
      const channel = create(label, init);
      const send = channel.send.bind(channel);
      if (label === 'media')
        channel.send = (frame) => {
          if (!(frame instanceof Uint8Array)) throw new TypeError('A frame is no array of bytes.');
          if (!isCorrupting()) return send(frame);
          const wrong = frame.slice();
          wrong[wrong.length - 1] = (wrong.at(-1) ?? 0) ^ 1;
          send(wrong);
        };
      return channel;
    };
  }
  // The types of the package name other dictionaries than those of browsers.
  return connection as unknown as RtcConnection;
}
