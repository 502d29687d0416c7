/** The look of everything in the sidebar that leads somewhere. */
export const SIDEBAR_ROW =
  'flex items-center gap-3 rounded-control text-ink no-underline transition-colors duration-(--duration-fast) hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current=page]:bg-surface-2 aria-[current=page]:text-accent';
