import './styles/index.css';
import { playFirstStream } from './features/live/first-stream.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root element.');
  await playFirstStream();
  // index.html preloads it.
  const { startApp } = await import('./app/app.tsx');
  await startApp(root);
}

// Not awaited at the top level: the app imports modules of this script, which would wait for each other.
void start();
