/** The process that serves all WebRTC viewers of a server process. It may crash: its parent starts it again. */
import { initLogger } from 'node-datachannel';
import { Viewers } from './viewers.ts';
import type { WorkerCommand, WorkerReply } from './worker-messages.ts';

const STATS_MS = 1_000;

let viewers: Viewers | null = null;

function reply(message: WorkerReply): void {
  if (process.connected) process.send?.(message);
}

initLogger('Fatal', () => undefined);
// At once: the library's threads still run, and its own clean-up has crashed when connections were open.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

process.on('message', (command: WorkerCommand) => {
  if (command.kind === 'start') {
    const started = new Viewers(command, reply);
    viewers = started;
    setInterval(() => {
      started.closeSilent();
      // Also tells the parent that this process is not stuck.
      reply({ kind: 'stats', stats: started.stats() });
    }, STATS_MS);
    return;
  }
  if (command.kind === 'open') viewers?.open(command);
  else if (command.kind === 'frame') viewers?.frame(command);
  else if (command.kind === 'close') viewers?.close(command.session);
  else if (command.kind === 'break') viewers?.break(command.feed);
  else viewers?.forget(command.feed);
});
