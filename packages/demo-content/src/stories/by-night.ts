import type { Story } from './story.ts';

export const STORIES_BY_NIGHT: readonly Story[] = [
  {
    username: 'lantern-council',
    tags: ['festival', 'lake', 'volunteers'],
    links: ['https://lanterns.example', 'https://lanterns.example/volunteer'],
    audience: 410,
    past: [
      'Trailer: Lantern night, live from the east shore',
      'Folding four thousand lanterns: the last hall',
      'The very old boat goes into the water',
      'Rehearsal on the east shore, with wind',
      'How a lantern is made, from paper to light',
    ],
    tiers: [
      {
        name: 'Lamp oil',
        description: 'Keeps one lantern lit all year.',
        monthly: 250,
        benefits: ['Your name on a lantern next summer', 'Letters from the boathouse'],
      },
    ],
    events: [
      {
        title: 'Lantern night, live from the east shore',
        description:
          'Four thousand lights leave the jetty at dusk and drift until the last one is out. Stay as long as they do. The trailer is among our videos.',
        at: { inDays: 0, hour: 0, timezone: 'Europe/Zurich', minutes: 300 },
        tickets: { price: 300, capacity: 2000, sold: 1243 },
      },
    ],
    thanks: [
      'One of these lights is for my mother. Thank you.',
      'For paper and candles.',
      'We watched from the other side of the world with the window open.',
      'For the very old boat.',
    ],
    verification: { status: 'approved' },
  },
  {
    username: 'quietfox',
    tags: ['speedrun', 'platformer', 'game-development'],
    links: ['https://emberwood.example', 'https://emberwood.example/devlog'],
    audience: 230,
    past: [
      'Emberwood any% practice: the cave skip, four times',
      'Building level six in public',
      'Emberwood glitch hunt with the people who found them',
      'Quiet evening, hard levels',
      'New best: 14:07 and no shouting',
    ],
    tiers: [
      {
        name: 'Ember',
        description: 'Early builds of Emberwood.',
        monthly: 499,
        trialDays: 7,
        benefits: ['A build every second Friday', 'Your name in the credits'],
      },
      {
        name: 'Wildfire',
        description: 'Help decide what is in it.',
        monthly: 1500,
        benefits: ['Everything of Ember', 'Votes on level ideas', 'A fox of your own design in level nine'],
      },
    ],
    events: [
      {
        title: 'Emberwood: the launch-night marathon',
        description: 'The whole game from the first ember to the last, then the first races.',
        at: { inDays: 24, hour: 22, timezone: 'America/Toronto', minutes: 480 },
        tickets: { price: 500, capacity: 500, sold: 204 },
      },
    ],
    thanks: [
      'The cave skip!! Finally!!',
      'Playing this with the sound low while the baby sleeps. Perfect.',
      'For a sub-14. Tonight.',
      'Level six made me gasp out loud.',
    ],
    verification: { status: 'approved' },
  },
  {
    username: 'sideb',
    tags: ['beats', 'rain', 'homework'],
    links: ['https://side-b.example'],
    audience: 380,
    past: [
      'beats for packing boxes',
      'one sampler, one rainy sunday',
      'making a track from the radiator',
      'late homework, chapter nine',
      'Fader walks over the mixer, twice',
    ],
    tiers: [
      {
        name: 'Cassette',
        description: 'The tapes of every month.',
        monthly: 399,
        benefits: ['Every beat as a file', 'The sample of the month to play with'],
      },
      {
        name: 'Sampler fund',
        description: 'So that it is not borrowed again.',
        monthly: 999,
        benefits: ['Everything of Cassette', 'A beat made from a sound that you send'],
      },
    ],
    events: [
      {
        title: 'A tape in one night',
        description: 'Eight tracks, dusk to dawn, and the tape is yours in the morning.',
        at: { inDays: 10, hour: 1, timezone: 'America/Chicago', minutes: 420 },
        tickets: { price: 600, capacity: 250, sold: 118 },
      },
    ],
    thanks: [
      'thesis handed in. this was on for all of it.',
      'treats for Fader',
      'the radiator track lives in my head',
      'for a sampler of your own',
    ],
    verification: { status: 'pending' },
  },
  {
    username: 'atticpiano',
    tags: ['klavier', 'wünsche', 'regen'],
    links: ['https://attic-piano.example'],
    audience: 160,
    past: [
      'Nocturnes, bis der Regen aufhört',
      'Eine Kiste vom Flohmarkt, vom Blatt gespielt',
      'Langsame Stücke für die linke Hand',
      'Wünsche, leise',
    ],
    tiers: [
      {
        name: 'Filz',
        description: 'Deine Wünsche kommen zuerst.',
        monthly: 499,
        benefits: ['Dein Wunsch ganz oben auf dem Stapel', 'Eine Aufnahme davon'],
      },
    ],
    events: [
      {
        title: 'Ein Hauskonzert unter dem Dach',
        description: 'Vierzig Minuten vor der Pause, dreißig danach, mit oder ohne Regen.',
        at: { inDays: 5, hour: 19, timezone: 'Europe/Vienna', minutes: 90 },
        tickets: { price: 1000, capacity: 75, sold: 75 },
      },
    ],
    thanks: [
      'Etwas Langsames in Es-Dur, bitte, für Ana.',
      'Wir haben in der Küche getanzt.',
      'Für den Klavierstimmer, vor dem Winter.',
    ],
  },
  {
    username: 'nightshift',
    tags: ['散歩', '雨', '夜'],
    links: ['https://nightshift.example/routes'],
    audience: 190,
    past: ['川沿いをのんびり帰る', '三時に開くパン屋', '歩道橋の霧', '三十一の橋、二夜目'],
    tiers: [
      {
        name: '一緒に歩く',
        description: '曲がり角を選べます。',
        monthly: 299,
        benefits: ['すべての散歩の地図', '金曜日は交差点ごとに投票'],
      },
    ],
    events: [],
    thanks: ['新しい傘に。', '今夜、母校の前を通ってくれてありがとう。', '三時のパン代に。'],
    verification: {
      status: 'rejected',
      notes:
        'The page you linked does not mention this channel. Add a link to it there, then request verification again.',
    },
  },
  {
    username: 'latetable',
    tags: ['conversation', 'craft', 'guests'],
    links: ['https://late-table.example', 'https://late-table.example/guests'],
    audience: 170,
    past: [
      'The man who repairs globes',
      'The last lighthouse keeper but one',
      'A choir conductor on silence',
      'Two beekeepers who disagree',
    ],
    tiers: [
      {
        name: 'A chair',
        description: 'The whole conversation.',
        monthly: 500,
        trialDays: 7,
        benefits: ['What we cut out', 'Questions to the next guest'],
      },
    ],
    events: [
      {
        title: 'Late Table in front of people: the bell ringers',
        description: 'Six ringers, one tower, and nobody may talk over the treble.',
        at: { inDays: 13, hour: 18, timezone: 'Europe/Stockholm', minutes: 100 },
        tickets: { price: 900, capacity: 150, sold: 63 },
      },
    ],
    thanks: [
      'The globe episode made me call my father.',
      'Please have the beekeepers back. Both of them.',
      'For better chairs.',
    ],
    verification: { status: 'pending' },
  },
  {
    username: 'slowcinema',
    tags: ['lent', 'cinéma', 'trains'],
    links: ['https://slow-cinema.example'],
    audience: 110,
    past: [
      '« Une fenêtre en mars », une fenêtre et sa lumière',
      '« L’Horaire des marées », en présence de l’équipe',
      '« Le Verger, surtout »',
      '« Quai n° 2 », version intégrale',
    ],
    tiers: [
      {
        name: 'Parterre',
        description: 'Le programme imprimé du club, envoyé en fichier.',
        monthly: 350,
        benefits: ['Le programme du mois', 'Les notes de l’équipe'],
      },
    ],
    events: [
      {
        title: 'Première : « Onze gares »',
        description: 'Une petite ligne d’un bout à l’autre, le dernier jour, en un seul plan.',
        at: { inDays: 17, hour: 19, timezone: 'Europe/London', minutes: 140 },
        tickets: { price: 700, capacity: 300, sold: 92 },
      },
    ],
    thanks: [
      'Il ne s’est rien passé et j’ai pleuré.',
      'Pour la pellicule.',
      'Je conduis sur cette ligne. Vous l’avez rendue belle.',
    ],
  },
  {
    username: 'cellar-door',
    tags: ['stand-up', 'open-mic', 'live'],
    links: ['https://cellar-door.example/sign-up'],
    audience: 200,
    past: [
      'Open mic: the heckler was the plumber',
      'New material night, be gentle',
      'First-timers’ Thursday',
      'Open mic: forty chairs, forty-one people',
    ],
    tiers: [
      {
        name: 'Two-drink minimum',
        description: 'Pays the performers, all of it.',
        monthly: 600,
        benefits: ['The late set that is not public', 'A seat by the stairs when you visit'],
      },
    ],
    events: [
      {
        title: 'The Long Night: 24 comedians, one microphone',
        description: 'Everybody who was any good this year, and two who were not.',
        at: { inDays: 4, hour: 19, timezone: 'Europe/Brussels', minutes: 240 },
        tickets: { price: 800, capacity: 400, sold: 176 },
      },
    ],
    thanks: ['Went on at nine. Died. Loved it.', 'For a forty-first chair.', 'The plumber should headline.'],
    verification: { status: 'pending' },
  },
  {
    username: 'tariq-alsahra',
    tags: ['صحراء', 'قيادة', 'هدوء'],
    links: ['https://alsahra.example'],
    audience: 240,
    past: [
      'طريق الواحة القديم قبل الفجر',
      'ليلة بلا قمر، نجوم كثيرة',
      'شاي على حافة الكثبان',
      'القيادة في الريح',
    ],
    tiers: [
      {
        name: 'رفيق الطريق',
        description: 'خرائط الرحلات وموسيقاها.',
        monthly: 399,
        benefits: ['خريطة كل رحلة', 'قائمة الموسيقى'],
      },
    ],
    events: [
      {
        title: 'ليلة الشهب من قلب الصحراء',
        description: 'نطفئ الأنوار ونعدّ الشهب معاً حتى الفجر.',
        at: { inDays: 20, hour: 19, timezone: 'Asia/Riyadh', minutes: 360 },
        tickets: { price: 400, capacity: null, sold: 77 },
      },
    ],
    thanks: [
      'شكراً على الهدوء.',
      'للوقود والشاي.',
      'Watching from a very small flat. Thank you for the horizon.',
    ],
    verification: { status: 'approved' },
  },
];
