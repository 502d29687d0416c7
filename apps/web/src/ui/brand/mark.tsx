import type { SVGProps } from 'react';

/** The logo: three strokes flowing into one, in the color of the surrounding text. */
export function Mark(props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.4"
      strokeLinecap="round"
      aria-hidden="true"
      {...props}
    >
      <path d="M3 5.5c8.5 0 8.5 10.5 17 10.5" opacity=".5" />
      <path d="M3 26.5c6.5 0 6.5-10.5 13-10.5" opacity=".75" />
      <path d="M3 16h26" />
    </svg>
  );
}
