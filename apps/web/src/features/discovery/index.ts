export { useFeatured } from './api/use-featured.ts';
export { Discover } from './components/discover.tsx';
export { FeaturedGrid, FeaturedGridSkeleton } from './components/featured-grid.tsx';
export { Hero } from './components/hero.tsx';
export type { Preview } from './components/preview.ts';
export { StreamCard } from './components/stream-card.tsx';
export { StreamList } from './components/stream-list.tsx';
export { categoryNamed } from './engine/in-category.ts';
