/** The process that decodes untrusted keyframes. It may crash or hang, and is then replaced. */
import { constants, setPriority } from 'node:os';
import { renderPreview, renderSheet, renderTile } from './render-storyboard.ts';
import { renderThumbnail } from './render-thumbnail.ts';
import type { WorkerJob, WorkerReply } from './worker-process.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());

function render(job: WorkerJob): Uint8Array {
  switch (job.type) {
    case 'thumbnail':
      return renderThumbnail(job);
    case 'preview':
      return renderPreview(job);
    case 'tile':
      return renderTile(job);
    case 'sheet':
      return renderSheet(job.tiles);
  }
}

process.on('message', (job: WorkerJob) => {
  let reply: WorkerReply;
  try {
    reply = { image: render(job) };
  } catch (error) {
    reply = { failure: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(reply);
});
