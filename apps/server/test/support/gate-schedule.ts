/** The gate of a channel's streams, for tests of the features that plan it. */
export { createGateSchedule } from '#features/live/playback/gate-schedule.ts';
