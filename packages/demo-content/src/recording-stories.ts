/** Chapters, clips and settings of the demo's recordings, by the title of the stream. */
import type { RecordingVisibility } from '@tributary/contracts/recordings';

export interface RecordingStory {
  readonly description: string;
  /** Titles of chapters, which are spread over the recording. */
  readonly chapters?: readonly string[];
  /** Titles of clips that viewers made. */
  readonly clips?: readonly string[];
  /** Default: public. */
  readonly visibility?: RecordingVisibility;
  readonly allowsDownload?: boolean;
}

export const RECORDING_STORIES: Readonly<Record<string, RecordingStory>> = {
  'Bringing a 1998 timetable program back, part 3: it runs, and so do I': {
    description:
      'The last evening with the program. It works, more or less.\n\nThe code is at https://workbench.example/code',
    chapters: ['What was left to do', 'The crash', 'First departure'],
    clips: ['It departs'],
    allowsDownload: true,
  },
  'Bringing a 1998 timetable program back, part 2: every pointer is guilty': {
    description:
      'Checking all of them, one after another. Only for those with the link: it is for the patient.',
    visibility: 'unlisted',
  },
  'Feeding at six, then nothing at all': {
    description: 'No commentary. The pump is on the left, the clownfish is shy.',
    chapters: ['Before feeding', 'Feeding', 'Nothing at all'],
    clips: ['The shy one comes out', 'Kelp, slowly'],
    allowsDownload: true,
  },
  'Trailer: Lantern night, live from the east shore': {
    description: 'What waits for you on the lake. Tickets for the whole night are on our channel.',
  },
  'Folding four thousand lanterns: the last hall': {
    description: 'Thank you to everybody who folded. The next festival: https://lanterns.example',
    chapters: ['The hall at noon', 'Row forty', 'The last lantern'],
    clips: ['Four thousand'],
  },
  'Emberwood any% practice: the cave skip, four times': {
    description: 'Attempts 1 to 4. The skip works from attempt 3 on, nearly.',
    chapters: ['Warm-up', 'Attempts 1 and 2', 'Attempts 3 and 4', 'What I learned'],
    clips: ['Attempt 3', 'So close'],
  },
  'beats for packing boxes': {
    description: 'Everything you hear is free to use at home: https://sideb.example',
    clips: ['The rain drops out'],
    allowsDownload: true,
  },
  'Harbour v Old Mill: the replay of the replay': {
    description: 'The goals of both halves, without the half-time raffle.',
    chapters: ['First half', 'Second half', 'Penalties'],
    clips: ['That save'],
  },
  'A spreadsheet in 300 lines, and why I stopped there': {
    description:
      'From an empty file to cells that depend on each other.\n\nThe code: https://mirela.example/spreadsheet',
    chapters: ['An empty file', 'Parsing a formula', 'Cells that depend on cells', 'Why I stopped'],
    clips: ['All tests green'],
    allowsDownload: true,
  },
  'Nocturnes, bis der Regen aufhört': {
    description: 'Er hat nicht aufgehört.',
    chapters: ['Es-Dur', 'Fis-Dur', 'Regen'],
  },
  'Why there are infinitely many primes, twice': {
    description: 'Euclid first, then the one with the sums.',
    chapters: ['Euclid', 'The one with the sums'],
    clips: ['And therefore'],
  },
};
