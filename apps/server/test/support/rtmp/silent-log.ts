import type { MediaLog } from '../../../src/media/ports.ts';

/** For tests that look at what happens rather than at what is said of it. */
export const silentLog: MediaLog = { info() {}, warn() {}, error() {} };
