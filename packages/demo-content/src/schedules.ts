/** When the channels of the demo stream: a show of every week, and one single stream each. */

export interface Plan {
  readonly title: string;
  /** The time of day in the channel's time zone. */
  readonly time: string;
  readonly minutes: number;
}

export interface ScheduleStory {
  readonly timezone: string;
  readonly weekly: Plan & {
    /** 1 is Monday, 7 is Sunday. */
    readonly weekdays: readonly number[];
  };
  readonly once: Plan & { readonly inDays: number };
}

/** The schedules, by the username of the channel. */
export const SCHEDULES: Readonly<Record<string, ScheduleStory>> = {
  streamer: {
    timezone: 'Europe/Lisbon',
    weekly: {
      title: 'Evening at the workbench: one old program',
      time: '20:00',
      minutes: 120,
      weekdays: [2, 4],
    },
    once: { title: 'Your broken programs, looked at together', time: '15:00', minutes: 90, inDays: 5 },
  },
  stillwater: {
    timezone: 'Europe/Amsterdam',
    weekly: { title: 'Feeding at six', time: '18:00', minutes: 60, weekdays: [1, 2, 3, 4, 5, 6, 7] },
    once: {
      title: 'Cleaning day: questions and answers beside the pump',
      time: '14:00',
      minutes: 90,
      inDays: 4,
    },
  },
  'lantern-council': {
    timezone: 'Europe/Dublin',
    weekly: { title: 'Folding evening in the hall: bring paper', time: '19:30', minutes: 120, weekdays: [3] },
    once: { title: 'The old boat is painted green again', time: '11:00', minutes: 150, inDays: 8 },
  },
  quietfox: {
    timezone: 'Europe/London',
    weekly: { title: 'Emberwood any% practice', time: '21:00', minutes: 120, weekdays: [1, 3, 5] },
    once: { title: 'A first look at level seven, with your ideas', time: '16:00', minutes: 120, inDays: 6 },
  },
  sideb: {
    timezone: 'America/New_York',
    weekly: { title: 'beats for late homework', time: '22:00', minutes: 180, weekdays: [1, 2, 3, 4, 7] },
    once: { title: 'one track from nothing but the radiator', time: '17:00', minutes: 90, inDays: 3 },
  },
  terracetv: {
    timezone: 'Europe/London',
    weekly: {
      title: 'Sunday league, live from the harbour pitch',
      time: '14:00',
      minutes: 150,
      weekdays: [7],
    },
    once: { title: 'The cup draw, with tea', time: '19:00', minutes: 45, inDays: 9 },
  },
  'mirela-codes': {
    timezone: 'Europe/Bucharest',
    weekly: { title: 'Small programs, tests first', time: '19:00', minutes: 120, weekdays: [2, 4] },
    once: {
      title: 'Boids on a grid: how far do two thousand birds go?',
      time: '18:00',
      minutes: 150,
      inDays: 11,
    },
  },
  atticpiano: {
    timezone: 'Europe/Vienna',
    weekly: { title: 'Eure Wünsche, leise gespielt', time: '20:30', minutes: 90, weekdays: [2, 5] },
    once: { title: 'Eine ganze Kiste Walzer, vom Blatt', time: '17:00', minutes: 120, inDays: 7 },
  },
  nightshift: {
    timezone: 'Asia/Tokyo',
    weekly: { title: '遠回りの帰り道', time: '23:30', minutes: 90, weekdays: [4, 5, 6] },
    once: { title: '三十一の橋、最後の夜', time: '22:00', minutes: 180, inDays: 10 },
  },
  'delta-news': {
    timezone: 'Europe/Berlin',
    weekly: { title: 'The Evening', time: '19:00', minutes: 60, weekdays: [1, 2, 3, 4, 5] },
    once: { title: 'The council votes on the footbridge, in full', time: '17:30', minutes: 180, inDays: 5 },
  },
  onepotpilar: {
    timezone: 'Europe/Madrid',
    weekly: { title: 'Cena para seis con lo que queda', time: '18:30', minutes: 90, weekdays: [3, 6] },
    once: { title: 'Pesto de hojas de zanahoria, dos veces', time: '12:30', minutes: 60, inDays: 4 },
  },
  latetable: {
    timezone: 'Europe/Stockholm',
    weekly: { title: 'A guest who does one thing very well', time: '21:00', minutes: 90, weekdays: [3] },
    once: { title: 'The bell tuner answers your letters', time: '20:00', minutes: 60, inDays: 6 },
  },
  slowcinema: {
    timezone: 'Europe/London',
    weekly: {
      title: 'Un film où il ne se passe presque rien',
      time: '20:00',
      minutes: 120,
      weekdays: [5, 6],
    },
    once: {
      title: '« Le Verger, surtout », en présence de l’équipe',
      time: '16:00',
      minutes: 150,
      inDays: 8,
    },
  },
  chalkdust: {
    timezone: 'America/Toronto',
    weekly: { title: 'Bring your homework: an open board', time: '17:00', minutes: 90, weekdays: [1, 4] },
    once: { title: 'Radians, and why the slope at zero is one', time: '18:00', minutes: 75, inDays: 5 },
  },
  'cellar-door': {
    timezone: 'Europe/Dublin',
    weekly: { title: 'Open mic: first-timers go on at nine', time: '20:30', minutes: 120, weekdays: [4] },
    once: { title: 'New material night, be gentle', time: '20:00', minutes: 90, inDays: 9 },
  },
  'pier-yoga': {
    timezone: 'Europe/Lisbon',
    weekly: {
      title: 'Fluxo do nascer do sol: meia hora no píer',
      time: '07:00',
      minutes: 30,
      weekdays: [1, 2, 3, 4, 5],
    },
    once: { title: 'Uma hora lenta para quem passa o dia sentado', time: '09:00', minutes: 60, inDays: 7 },
  },
  'tariq-alsahra': {
    timezone: 'Africa/Casablanca',
    weekly: { title: 'قيادة هادئة عند الغروب', time: '18:30', minutes: 120, weekdays: [4, 5] },
    once: { title: 'ليلة عند الواحة القديمة، مع العود', time: '21:00', minutes: 120, inDays: 6 },
  },
};
