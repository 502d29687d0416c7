import type { SourceEvents } from '../../src/features/live/engine/sources/source.ts';

/** Listens to a source, and logs its events in words. */
export function recordSourceEvents(): { log: string[]; events: SourceEvents } {
  const log: string[] = [];
  const events: SourceEvents = {
    onReady: () => log.push('ready'),
    onFirstFrame: () => log.push('first frame'),
    onData: () => log.push('data'),
    onRequestFailed: () => log.push('request failed'),
    onClosed: () => log.push('closed'),
    onError: (error) => log.push(`error ${error}`),
  };
  return { log, events };
}
