/** Small frames of recordings: in sheets, or one by one while a recording grows. */
export type { Keyframe } from '../thumbnailer/thumbnail.ts';
export { readFirstFrame, type VideoSegment } from './keyframe-reader.ts';
export { segmentPlayedAt } from './played-segment.ts';
export { segmentAt } from './running-segment.ts';
export { makeStoryboard, type StoryboardWorker } from './storyboard.ts';
