export { PerformancePanel } from './components/performance-panel.tsx';
