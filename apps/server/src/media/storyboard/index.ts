/** Small frames of recordings, in sheets. */
export { makeStoryboard, type StoryboardWorker } from './storyboard.ts';
