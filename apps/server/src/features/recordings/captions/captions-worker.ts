/** The thread that works on one large file of captions. */
import { parentPort, workerData } from 'node:worker_threads';
import { type CaptionTask, performCaptionTask } from './captions-tasks.ts';

const task: CaptionTask = workerData;
parentPort?.postMessage(performCaptionTask(task));
