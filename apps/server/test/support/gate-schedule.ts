/** Which gate the streams of a channel get, for tests of the features that plan it. */
export { createGateSchedule } from '#features/live/playback/gate-schedule.ts';
