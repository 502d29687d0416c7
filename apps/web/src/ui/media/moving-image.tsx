import { stillUrl } from '@tributary/contracts/shared';
import type { ImgHTMLAttributes } from 'react';

interface MovingImageProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string;
  /** Empty if the surrounding text already says it. */
  alt: string;
}

/** An image that may be animated, and is still for people who prefer reduced motion. */
export function MovingImage({ src, alt, ...rest }: MovingImageProps) {
  const image = <img {...rest} src={src} alt={alt} decoding="async" />;
  const still = stillUrl(src);
  if (still === src) return image;
  return (
    <picture className="contents">
      <source media="(prefers-reduced-motion: reduce)" srcSet={still} />
      {image}
    </picture>
  );
}
