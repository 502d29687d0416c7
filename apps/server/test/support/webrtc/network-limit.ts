/** The limits of the server, with networks that requests name in a header. */
import type { IncomingMessage } from 'node:http';
import { NetworkUsage, type UsageLimit } from '#platform/network/network-usage.ts';
import type { WebRtcLimits } from '../../../src/media/webrtc/index.ts';

export const NETWORK_HEADER = 'x-network';

export function limitedByNetwork(limit: UsageLimit): WebRtcLimits['viewers'] {
  const usage = new NetworkUsage(limit);
  const networkOf = ({ headers }: IncomingMessage) => String(headers[NETWORK_HEADER]);
  return {
    admits: (req) => usage.admits(networkOf(req)),
    add: (req, amount) => usage.add(networkOf(req), amount),
  };
}
