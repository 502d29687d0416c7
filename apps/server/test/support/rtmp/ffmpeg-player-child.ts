/** The process behind `playWithFfmpeg`. */
import { setTimeout as delay } from 'node:timers/promises';
import { AV_LOG_ERROR } from 'node-av/constants';
import { FormatContext, Log } from 'node-av/lib';

const complaints: string[] = [];
Log.setCallback((_level, message) => complaints.push(message.trim()), { maxLevel: AV_LOG_ERROR });
const opened = await new FormatContext().openInput(process.argv[2] ?? '');
// FFmpeg's log arrives on a later turn of the event loop.
for (let turn = 0; opened < 0 && turn < 100 && complaints.length === 0; turn++) await delay(10);
process.send?.(complaints.join(' '), () => process.exit());
