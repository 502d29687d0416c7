import { createPackager, type Packager } from '../../../src/media/packager/packager.ts';
import { DEFAULT_MEDIA_SETTINGS } from '../../../src/media/settings.ts';

/**
 * A packager for tests of readers behind it.
 * @param now the wall clock in milliseconds since 1970
 */
export const createTestPackager = (epoch: string, now: () => number): Packager =>
  createPackager({ streamId: 'stream', epoch, settings: DEFAULT_MEDIA_SETTINGS, onPlayable: () => {}, now });
