import type { InstanceHealth, ProcessReport } from '@tributary/contracts/admin';
import { streamId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { findingsOf } from './findings.ts';
import { encodersText, formatPeriod, reasonText } from './health-words.ts';

const usage = (used: number, limit: number) => ({ used, limit });

const REPORT: Omit<ProcessReport, 'streams'> = {
  role: 'all',
  version: '1.0.0',
  uptimeSeconds: 60,
  migration: 21,
  cpu: usage(0.5, 4),
  memory: usage(3e8, 8e9),
  liveMedia: usage(1e7, 2e9),
  eventLoopDelayMs: 4,
  disk: { freeBytes: 50e9, totalBytes: 100e9, reserveBytes: 64e6 },
  network: { inBitsPerSecond: 6e6, outBitsPerSecond: 60e6 },
  publishers: usage(1, 100),
  ingestConnections: usage(1, 1000),
  viewers: usage(10, 10_000),
  webrtcViewers: null,
  transcoding: {
    setting: 'auto',
    cores: usage(0.4, 2),
    encoders: ['nvenc', 'x264'],
    encodersInUse: ['nvenc'],
  },
};

const STREAM = {
  id: streamId.parse('019a0000-0000-7000-8000-000000000001'),
  title: 'Evening',
  streamer: 'ada',
  viewers: 3,
  process: 'a',
  offered: ['720p', '480p'],
  made: ['480p'],
  framesDropped: 0,
  reason: null,
};

const HEALTH: InstanceHealth = {
  processes: [{ id: 'a', isThis: true, isReporting: true, silentSeconds: 1, report: REPORT }],
  streams: [STREAM],
  queues: [{ name: 'mail', waiting: 2, running: 1, failed: 0, oldestWaitingSeconds: 5 }],
  database: {
    isEmbedded: true,
    sizeBytes: 1e8,
    connections: usage(12, 100),
    migration: 21,
    waitingMigrations: 0,
    replica: null,
  },
  backup: { everyHours: 24, ageSeconds: 3_600, isReadable: true },
  storage: { kind: 'disk', recordingsPauseBelowBytes: 512e6 },
};

const withReport = (changes: Partial<ProcessReport>): InstanceHealth => ({
  ...HEALTH,
  processes: [
    { id: 'a', isThis: true, isReporting: true, silentSeconds: 1, report: { ...REPORT, ...changes } },
  ],
});

const textsOf = (health: InstanceHealth) => findingsOf(health).map(({ text }) => text);

it('finds nothing where all values are within their limits', () => {
  expect(findingsOf(HEALTH)).toEqual([]);
});

it.each([
  ['CPU', { cpu: usage(3.7, 4) }, 'Process 1 uses 3.7 cores of 4.'],
  ['memory', { memory: usage(7.5e9, 8e9) }, 'Process 1 uses 7.5 GB of 8.0 GB of memory.'],
  ['event loop', { eventLoopDelayMs: 312.4 }, 'Process 1 answers up to 312 ms late.'],
  [
    'viewers',
    { viewers: usage(9_500, 10_000) },
    'Process 1 has 9500 of 10000 viewers. Beyond the limit, others are refused.',
  ],
  [
    'viewers over WebRTC',
    { webrtcViewers: usage(200, 200) },
    'Process 1 has 200 of 200 viewers over WebRTC. Beyond the limit, others are refused.',
  ],
  [
    'live streams',
    { publishers: usage(95, 100) },
    'Process 1 serves 95 of 100 live streams. Beyond the limit, others are refused.',
  ],
] as const)('names the values of a process close to the limit of its %s', (_name, changes, text) => {
  expect(textsOf(withReport(changes))).toEqual([text]);
});

it('says what a full disk stops: recordings first, then all but live streams and sign-ins', () => {
  const disk = (freeBytes: number) => withReport({ disk: { ...REPORT.disk, freeBytes } });
  expect(textsOf(disk(400e6))).toEqual([
    '400 MB are free on the disk of Process 1, so recordings are paused.',
  ]);
  expect(textsOf(disk(10e6))[0]).toContain('Nothing new is saved until 64 MB are free.');
  const onS3: InstanceHealth = { ...disk(400e6), storage: { kind: 's3', recordingsPauseBelowBytes: null } };
  expect(findingsOf(onS3)).toEqual([]);
});

it('tells where no process takes jobs that keep cores busy', () => {
  const texts = (...roles: ProcessReport['role'][]) =>
    findingsOf({
      ...HEALTH,
      processes: roles.map((role, index) => ({
        id: String(index),
        isThis: index === 0,
        isReporting: true,
        silentSeconds: 1,
        report: { ...REPORT, role },
      })),
    }).map(({ text }) => text);
  expect(texts('web', 'web')).toEqual([
    'No process takes uploads, exact cuts, storyboards and renditions of recordings.',
  ]);
  expect(texts('web', 'worker')).toEqual([]);
});

it('puts processes that stopped reporting before warnings, and tells them from those that have just started', () => {
  const silent = { id: 'b', isThis: false, isReporting: false, silentSeconds: 140, report: REPORT };
  const fresh = { id: 'c', isThis: false, isReporting: false, silentSeconds: null, report: null };
  const health = withReport({ cpu: usage(4, 4) });
  expect(textsOf({ ...health, processes: [...health.processes, silent, fresh] })).toEqual([
    'Process 2 stopped reporting 2 minutes ago.',
    'Process 1 uses 4 cores of 4.',
    'Process 3 is registered but has not reported.',
  ]);
});

it('names processes that are older than the database, and migrations that wait', () => {
  const { database } = HEALTH;
  expect(textsOf({ ...HEALTH, database: { ...database, migration: 22 } })).toEqual([
    'Process 1 knows migrations up to 21, and the database has 22.',
  ]);
  expect(textsOf({ ...HEALTH, database: { ...database, migration: 20, waitingMigrations: 1 } })).toEqual([
    '1 migration waits for the database.',
  ]);
});

it('names a replica that is behind, does not answer or is none, and is silent about one that is used', () => {
  const withReplica = (replica: InstanceHealth['database']['replica']) =>
    textsOf({ ...HEALTH, database: { ...HEALTH.database, replica } });
  expect(withReplica({ state: 'used', lagMs: 3 })).toEqual([]);
  expect(withReplica({ state: 'behind', lagMs: 2_400.4 })).toEqual([
    'The replica is 2400 ms behind, so the database answers all reads.',
  ]);
  expect(withReplica({ state: 'down', lagMs: null })).toEqual([
    'The replica does not answer, so the database answers all reads.',
  ]);
  expect(withReplica({ state: 'unsuitable', lagMs: null })).toEqual([
    'The server of DATABASE_REPLICA_URL is not a replica of this database.',
  ]);
});

it('counts streams whose viewers were refused a rendition by the budget, the channel’s limit or a late encoder', () => {
  const budget = { rendition: '720p', cores: 0.6, usedCores: 1.8, budgetCores: 2 };
  const streams = [
    { ...STREAM, reason: { kind: 'budget' as const, ...budget } },
    { ...STREAM, reason: { kind: 'budget' as const, ...budget } },
    { ...STREAM, reason: { kind: 'channel_budget' as const, ...budget } },
    { ...STREAM, reason: { kind: 'overloaded' as const, rendition: '720p' } },
    { ...STREAM, reason: { kind: 'no_viewer' as const } },
  ];
  expect(textsOf({ ...HEALTH, streams })).toEqual([
    'Viewers of 2 streams were refused a rendition, since the budget of cores is used up.',
    'Viewers of 1 stream were refused a rendition by the limit of each channel.',
    'The encoder of 1 stream is too slow or fails.',
  ]);
});

it('names queues that are behind and jobs that failed', () => {
  const queues = [{ name: 'mail', waiting: 12, running: 1, failed: 2, oldestWaitingSeconds: 540 }];
  expect(textsOf({ ...HEALTH, queues })).toEqual([
    'The oldest of the 12 jobs in the queue mail has waited for 9 minutes.',
    '2 jobs of the queue mail failed on the last attempt within the last hour.',
  ]);
});

it('says why a stream has no renditions with the values that decide', () => {
  expect(reasonText({ kind: 'off' })).toBe('Transcoding is off.');
  expect(reasonText({ kind: 'budget', rendition: '720p', cores: 0.63, usedCores: 1.6, budgetCores: 2 })).toBe(
    'The budget of 2 cores is used up: 720p takes 0.6 cores, and 1.6 cores are in use.',
  );
  expect(reasonText({ kind: 'overloaded', rendition: '720p' })).toBe(
    'The encoder came late; 720p was given up for a minute.',
  );
  expect(reasonText({ kind: 'none_smaller', sourceHeight: 240 })).toContain('240 lines');
});

it('names the encoder that is used, or would be', () => {
  const { transcoding } = REPORT;
  expect(encodersText(transcoding)).toBe('Encodes with NVENC');
  expect(encodersText({ ...transcoding, encodersInUse: [], encoders: ['vaapi', 'x264'] })).toBe(
    'Would encode with VA-API',
  );
  expect(encodersText({ ...transcoding, encodersInUse: [], encoders: null })).toBe(
    'Looks for encoders with the first stream',
  );
  expect(encodersText({ ...transcoding, setting: 'off' })).toBe('Off');
});

it('writes periods in their largest unit', () => {
  expect([0, 1, 59, 60, 7_200, 200_000].map(formatPeriod)).toEqual([
    '0 seconds',
    '1 second',
    '59 seconds',
    '1 minute',
    '2 hours',
    '2 days',
  ]);
});

it('names backups that are overdue, missing or unreadable, and none where only the command line makes them', () => {
  const backup = {
    everyHours: 24,
    ageSeconds: 50 * 3_600,
    isReadable: true,
  };
  const [text] = textsOf({ ...HEALTH, backup });
  expect(text).toMatch(/^The last backup was made .+ ago, and one is made every 24 h\.$/);
  expect(textsOf({ ...HEALTH, backup: { ...backup, ageSeconds: null } })).toEqual([
    'There is no backup yet.',
  ]);
  expect(textsOf({ ...HEALTH, backup: { ...backup, ageSeconds: null, isReadable: false } })).toEqual([
    'The place of the backups cannot be read.',
  ]);
  expect(textsOf({ ...HEALTH, backup: { ...backup, everyHours: 0 } })).toEqual([]);
  expect(textsOf({ ...HEALTH, backup: null })).toEqual([]);
});
