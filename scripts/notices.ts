/** `npm run -s notices`: prints the licenses of all packages that the server and the web app contain. */
import { readNotices, writeNotices } from './image/notices.ts';

process.stdout.write(await writeNotices(await readNotices()));
