/** The process that decodes keyframes from strangers. It may crash or hang, and is replaced then. */
import { constants, setPriority } from 'node:os';
import { type Keyframe, renderThumbnail } from './render-thumbnail.ts';
import type { WorkerReply } from './worker-process.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());
process.on('message', (keyframe: Keyframe) => {
  let reply: WorkerReply;
  try {
    reply = { thumbnail: renderThumbnail(keyframe) };
  } catch (error) {
    reply = { failure: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(reply);
});
