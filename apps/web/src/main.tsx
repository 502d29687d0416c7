import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, ready } from './app/app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root element.');
await ready;
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
