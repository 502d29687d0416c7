/** The process that decodes strangers' keyframes: it may crash or hang, and is replaced when it does. */
import { constants, setPriority } from 'node:os';
import { type Keyframe, renderThumbnail } from './render-thumbnail.ts';
import type { WorkerReply } from './worker-process.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());
process.on('message', (keyframe: Keyframe) => {
  let reply: WorkerReply;
  try {
    reply = { picture: renderThumbnail(keyframe) };
  } catch (error) {
    reply = { failure: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(reply);
});
