import { clsx } from 'clsx';
import { ALL, MOTIFS } from './motifs.tsx';

interface CategoryArtProps {
  slug: string;
  /** Shows the whole drawing at the end of a wide box, rather than filling the box with it. */
  whole?: boolean;
  className?: string;
}

/**
 * The picture of a category, drawn rather than loaded. It looks the same in both themes, as thumbnails do, and its lower
 * edge is dark enough for text.
 */
export function CategoryArt({ slug, whole = false, className }: CategoryArtProps) {
  const { hue, shapes } = MOTIFS[slug] ?? ALL;
  return (
    <span
      aria-hidden="true"
      className={clsx('block overflow-hidden', className)}
      style={{
        background: `linear-gradient(125deg, oklch(0.34 0.06 ${hue}), oklch(0.5 0.09 ${hue}))`,
        color: `oklch(0.87 0.085 ${hue})`,
      }}
    >
      <svg
        viewBox="0 0 160 100"
        preserveAspectRatio={whole ? 'xMaxYMid meet' : 'xMaxYMid slice'}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="size-full rtl:-scale-x-100"
      >
        {shapes}
      </svg>
      {/* Covers the drawing behind the text. */}
      <span
        className="absolute inset-0"
        style={{
          background: `linear-gradient(to top, oklch(0.2 0.04 ${hue}) 12%, oklch(0.2 0.04 ${hue} / 0.75) 38%, transparent 78%)`,
        }}
      />
    </span>
  );
}
