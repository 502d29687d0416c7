import type { MediaLog } from '../../../src/media/ports.ts';

/** A log for tests that do not check messages. */
export const silentLog: MediaLog = { info() {}, warn() {}, error() {} };
