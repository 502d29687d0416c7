/** Media on its way to the player. */
import type { PullRequest } from '../pull/pulled-media.ts';
import type { LoadPart } from './load-part.ts';
import type { SuppliedPart } from './session-setup.ts';

/** Null where the player has to load the media itself. */
export type Supply = (part: SuppliedPart | null) => void;

/** Loads the rest of what is pulled from its URL. */
export function loadFrom(load: LoadPart, url: string): PullRequest['load'] {
  return (offset, done) => {
    const request = new AbortController();
    load(url, offset, request.signal).then(
      (answer) => request.signal.aborted || done(answer),
      () => request.signal.aborted || done(null),
    );
    return () => request.abort();
  };
}
