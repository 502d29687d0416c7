import type { StreamLanguage } from '@tributary/contracts/shared';
import { isViewersLanguage, languageName } from '@/lib/labels/stream-languages.ts';

/** The language of a stream, after other words; renders nothing where it is one of the viewer's, or not stated. */
export const StreamLanguageName = ({ language }: { language: StreamLanguage | null }) =>
  language !== null && !isViewersLanguage(language) && ` · ${languageName(language)}`;
