import type { Category, StreamLanguage } from '@tributary/contracts/shared';
import type { Look } from './portrait.ts';
import type { SceneName } from './scenes/index.ts';

/** A fictional streamer and their stream. */
export interface Person {
  readonly scene: SceneName;
  readonly username: string;
  readonly displayName: string;
  readonly bio: string;
  readonly title: string;
  readonly category: Category;
  /** English by default. */
  readonly language?: StreamLanguage;
  readonly look: Look;
}

/** Sorted in the order in which their clips are rendered on the first start; the first renders fastest. */
export const PEOPLE: readonly Person[] = [
  {
    scene: 'reef',
    username: 'stillwater',
    displayName: 'Stillwater',
    bio: 'A 600 litre reef tank in a flat by the canal. No talking, mostly fish. Feeding at six.',
    title: 'Slow afternoon at the reef: clownfish, kelp and nothing else to do',
    category: 'Lifestyle',
    look: { ground: '#0f6f8a', skin: '#e3b08a', hair: '#2c3a4a', top: '#35c6c0', style: 'cap' },
  },
  {
    scene: 'lanterns',
    username: 'lantern-council',
    displayName: 'The Lantern Council',
    bio: 'We look after the midsummer lantern festival on Lake Aran: four hundred volunteers and one very old boat.',
    title: 'Lantern night on the lake, live from the east shore until the last light is up',
    category: 'Events',
    look: { ground: '#47356f', skin: '#c98d62', hair: '#1d1420', top: '#ffb45c', style: 'bun' },
  },
  {
    scene: 'platformer',
    username: 'quietfox',
    displayName: 'quietfox',
    bio: 'Platformers, low volume, no shouting. Building Emberwood in public since spring.',
    title: 'Emberwood any% practice, 14 minutes or bust',
    category: 'Gaming',
    look: { ground: '#6a3f78', skin: '#f0c6a0', hair: '#d9602a', top: '#2b2a5c', style: 'headphones' },
  },
  {
    scene: 'lofi',
    username: 'sideb',
    displayName: 'Side B',
    bio: 'Beats made on a borrowed sampler, rain made by the weather. The cat is called Fader.',
    title: 'beats for late homework and long letters',
    category: 'Music',
    look: { ground: '#58384f', skin: '#8a5a3c', hair: '#15101a', top: '#ff8f6b', style: 'curls' },
  },
  {
    scene: 'football',
    username: 'terracetv',
    displayName: 'Terrace TV',
    bio: 'Sunday league football with two cameras, one commentator and a flask of tea.',
    title: 'Harbour v Summit, second half: can the visitors find an equaliser?',
    category: 'Sports',
    look: { ground: '#2f8a45', skin: '#b97a50', hair: '#3a2418', top: '#f4f1e8', style: 'beard' },
  },
  {
    scene: 'coding',
    username: 'mirela-codes',
    displayName: 'Mirela Codes',
    bio: 'Small programs, explained while I write them. Tuesdays and Thursdays, and whenever the tests are red.',
    title: 'Three rules and a flock appears: boids from scratch, tests first',
    category: 'Tech',
    look: { ground: '#0f4a54', skin: '#edc09a', hair: '#4a2a1c', top: '#8fe0b0', style: 'long' },
  },
  {
    scene: 'piano',
    username: 'atticpiano',
    displayName: 'Dachbodenklavier',
    bio: 'Ein Klavier mit Filz auf den Hämmern, unter einem Dach, das den Regen hören lässt.',
    title: 'Nocturnes auf Wunsch, leise gespielt wegen der Nachbarn',
    category: 'Music',
    language: 'de',
    look: { ground: '#143042', skin: '#d9a27a', hair: '#c9c4bc', top: '#ff7a6b', style: 'short' },
  },
  {
    scene: 'city',
    username: 'nightshift',
    displayName: '夜勤さんぽ',
    bio: '遠回りして歩いて帰ります。傘といいマイクだけ、予定はなし。一緒にどうぞ。',
    title: '雨の夜さんぽ：古い市場、ネオンと水たまり',
    category: 'IRL (In Real Life)',
    language: 'ja',
    look: { ground: '#22305a', skin: '#a86a44', hair: '#101018', top: '#ffc857', style: 'hood' },
  },
  {
    scene: 'newsroom',
    username: 'delta-news',
    displayName: 'Delta News',
    bio: 'One hour of news from the river towns every evening, owned by the people who watch it.',
    title: 'The Evening: ferries, willows and a tram that is early',
    category: 'News',
    look: { ground: '#0d3350', skin: '#c48a5e', hair: '#1a1218', top: '#34405e', style: 'long' },
  },
  {
    scene: 'kitchen',
    username: 'onepotpilar',
    displayName: 'Pilar, una olla',
    bio: 'Cena para seis con lo que quede. Una olla, un cuchillo y nada de medir.',
    title: 'Sopa de calabaza para un sábado frío, y qué hacer con las zanahorias que sobran',
    category: 'Food',
    language: 'es',
    look: { ground: '#9a4a2a', skin: '#d29a6e', hair: '#2a1812', top: '#f4d98a', style: 'bun' },
  },
  {
    scene: 'podcast',
    username: 'latetable',
    displayName: 'Late Table',
    bio: 'Ines and Bram talk to people who do one thing very well. New guests on Wednesdays.',
    title: 'The woman who tunes bells, with Ines Lindqvist and Bram Okafor',
    category: 'Podcasts',
    look: { ground: '#1c4a4c', skin: '#e6b48c', hair: '#a8482e', top: '#2f8f8a', style: 'headphones' },
  },
  {
    scene: 'railway',
    username: 'slowcinema',
    displayName: 'Ciné-club lent',
    bio: 'Des films faits à la main où il ne se passe presque rien, joliment. Séances jour et nuit.',
    title: 'Ce soir : « Le 6 h 40 pour Hautelande », une journée dans une vallée en un seul plan',
    category: 'Movies',
    language: 'fr',
    look: { ground: '#35507a', skin: '#efc8a4', hair: '#6a4a2a', top: '#b23a3a', style: 'beard' },
  },
  {
    scene: 'blackboard',
    username: 'chalkdust',
    displayName: 'Chalk & Dust',
    bio: 'A maths teacher with a real blackboard. Ask anything; there is plenty of chalk.',
    title: 'Where the sine wave comes from (no formulas for the first ten minutes)',
    category: 'Education',
    look: { ground: '#23483f', skin: '#7d5236', hair: '#18120e', top: '#ffd98a', style: 'short' },
  },
  {
    scene: 'comedy',
    username: 'cellar-door',
    displayName: 'The Cellar Door',
    bio: 'Open mic comedy from a basement with forty chairs. First-timers go on at nine.',
    title: 'Open mic night: eleven strangers, five minutes each',
    category: 'Comedy',
    look: { ground: '#6a2030', skin: '#cf8d60', hair: '#21130f', top: '#3fa39b', style: 'curls' },
  },
  {
    scene: 'sunrise',
    username: 'pier-yoga',
    displayName: 'Amara no Píer',
    bio: 'Meia hora de ioga suave enquanto o sol nasce. Qualquer tapete serve, uma toalha também.',
    title: 'Fluxo do nascer do sol: oito posturas, quatro respirações cada',
    category: 'Fitness',
    language: 'pt',
    look: { ground: '#d98a6a', skin: '#b87850', hair: '#2a1a1e', top: '#2f8f8a', style: 'bun' },
  },
  {
    scene: 'desert',
    username: 'tariq-alsahra',
    displayName: 'طارق الصحراء',
    bio: 'أقود ليلاً عبر الكثبان وأترك الكاميرا تعمل. موسيقى هادئة وطريق طويل.',
    title: 'قيادة هادئة عبر الصحراء عند الغروب',
    category: 'IRL (In Real Life)',
    language: 'ar',
    look: { ground: '#a04b6b', skin: '#b5784c', hair: '#181014', top: '#f0e2cc', style: 'beard' },
  },
];

/** The scene and category of a demo channel. The one that visitors can sign in to is not among `PEOPLE`. */
export const channelOf = (username: string): Pick<Person, 'scene' | 'category' | 'language'> =>
  PEOPLE.find((person) => person.username === username) ?? { scene: 'coding', category: 'Tech' };
