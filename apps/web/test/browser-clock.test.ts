import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../src');

/**
 * Files that show how long ago something was, measure how long something takes in this browser, or offer days to start
 * from.
 */
const DISPLAY_AND_MEASUREMENT =
  /^(?:lib\/(?:performance|session)\/|lib\/intent\.ts$|lib\/format\/(?:dates|times)\.ts$|ui\/time\.tsx$|features\/notifications\/components\/|features\/live\/engine\/(?:quality\/browser-ladder|sources\/hls-recording-source)\.ts$|features\/payments\/admin\/reconciliation\/reconciliation-form\.tsx$)/;

it('decides nothing by the browser’s clock: whether something is over, live or due is the server’s status', async () => {
  const files = (await readdir(SRC, { recursive: true })).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(100);
  const reading: string[] = [];
  for (const file of files) {
    if (DISPLAY_AND_MEASUREMENT.test(file)) continue;
    if (/Date\.now\(|new Date\(\)|useNow\(/.test(await readFile(join(SRC, file), 'utf8'))) reading.push(file);
  }
  expect(reading).toEqual([]);
});
