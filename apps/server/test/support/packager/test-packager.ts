import { createPackager, type Packager } from '../../../src/media/packager/packager.ts';
import { DEFAULT_MEDIA_SETTINGS } from '../../../src/media/settings.ts';

/** A packager for readers that are tested behind it. @param now milliseconds since 1970 */
export const createTestPackager = (epoch: string, now: () => number): Packager =>
  createPackager({ streamId: 'stream', epoch, settings: DEFAULT_MEDIA_SETTINGS, onPlayable: () => {}, now });
