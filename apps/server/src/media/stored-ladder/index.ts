/** Encodes the renditions of stored videos, segment by segment, in a child process with a low priority. */
export { LadderFailed } from './encoder-process.ts';
export { type LadderOptions, makeLadder } from './make-ladder.ts';
export type { LadderFiles } from './stored-segments.ts';
