/**
 * The process that encodes the frames at the edge of a cut. It may crash, hang or grow, and then its parent ends it.
 */
import { constants, setPriority } from 'node:os';
import type { EdgeJob, EdgeReply } from './edge-messages.ts';
import { encodeEdge } from './encode-edge.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());

process.on('message', (job: EdgeJob) => {
  let reply: EdgeReply;
  try {
    reply = encodeEdge(job);
  } catch (error) {
    reply = { failure: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(reply);
});
