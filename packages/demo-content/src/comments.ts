/** Comments below the demo's recordings, by the title of the stream. Viewers of the demo write them. */

export interface CommentStory {
  /** `{0.4}` stands for the time at two fifths of the recording. */
  readonly text: string;
  readonly likes?: number;
  /** Answers of other viewers. */
  readonly replies?: readonly string[];
  /** The creator's answer, which comes last. */
  readonly answer?: string;
}

export const COMMENTS: Readonly<Record<string, readonly CommentStory[]>> = {
  'Bringing a 1998 timetable program back, part 3: it runs, and so do I': [
    {
      text: 'The first departure is at {0.7}, and I cheered louder than at any derby.',
      likes: 19,
      replies: ['I had the volume up and scared the cat.'],
      answer: 'So did I. The neighbours know about the 14:05 now.',
    },
    { text: 'At {0.4} you say “it cannot be the date”. It was the date.', likes: 11 },
    {
      text: 'Is the font original? It looks just like the boards at our old station.',
      likes: 3,
      answer: 'It is. It came on the second floppy disk.',
    },
  ],
  'Feeding at six, then nothing at all': [
    {
      text: 'The shy one comes out at {0.45}, left of the big coral. You are welcome.',
      likes: 23,
      replies: ['I have watched this part five times.', 'Thank you, I always blink.'],
    },
    {
      text: 'I put this on after the late shift. Nothing happens, and it is perfect.',
      likes: 14,
      answer: 'That is the whole idea. Sleep well.',
    },
    { text: 'Which pump is that? Mine hums so loudly that the fish complain.', likes: 2 },
  ],
  'Folding four thousand lanterns: the last hall': [
    {
      text: 'Row forty, {0.5}: that is my grandmother in the blue coat.',
      likes: 31,
      answer: 'She folded two hundred. We counted.',
    },
    { text: 'Paper cuts: eleven. Regrets: none.', likes: 9 },
  ],
  'Emberwood any% practice: the cave skip, four times': [
    {
      text: 'Attempt 3 at {0.62}: you jump two frames earlier than in the others. I checked.',
      likes: 17,
      replies: ['Two frames is a lifetime.'],
      answer: 'I counted three. We may both be right, it is that kind of cave.',
    },
    { text: 'Does this work on the old version too?', likes: 1, replies: ['Only with the second patch.'] },
  ],
  'beats for packing boxes': [
    { text: 'Three flats, three moves, always this recording. The rain drops out at {0.3}.', likes: 12 },
    { text: 'The bass from {0.6} on made me label a box “bass”.', likes: 8, answer: 'What was in it?' },
  ],
  'Harbour v Old Mill: the replay of the replay': [
    {
      text: 'That save, {0.55}. I am a goalkeeper and I would not have moved.',
      likes: 21,
      replies: ['He did not move either. It hit him.'],
    },
    { text: 'The raffle was the better half.', likes: 6 },
  ],
  'A spreadsheet in 300 lines, and why I stopped there': [
    {
      text: 'The part about cells that depend on each other starts at {0.5}, and it is the clearest explanation of topological order that I know.',
      likes: 27,
      answer: 'Thank you. I explained it to a rubber duck first.',
    },
    {
      text: 'What happens with a circle? A1 = B1 and B1 = A1?',
      likes: 5,
      replies: ['It says “no”. See {0.72}.'],
    },
  ],
  'Nocturnes, bis der Regen aufhört': [
    { text: 'Hier hat er auch nicht aufgehört, also habe ich zweimal zugehört.', likes: 16 },
    {
      text: 'Das Pedal bei {0.35}. Ich übe diesen Takt seit einem Monat.',
      likes: 7,
      answer: 'Halbes Pedal, und an etwas anderes denken.',
    },
  ],
  'Why there are infinitely many primes, twice': [
    { text: 'The second proof begins at {0.5}. I needed a coffee first.', likes: 13, replies: ['Two.'] },
    { text: 'I will use the one with the sums in class tomorrow.', likes: 9, answer: 'Tell me how it went!' },
  ],
};
