import { clsx } from 'clsx';
import { type ImgHTMLAttributes, useState } from 'react';
import placeholder from './placeholder.svg';

interface ImageProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt'> {
  /** Null, or a URL that fails to load, shows the placeholder. */
  src: string | null;
  /** Empty if the surrounding text already says it. */
  alt: string;
  /** Whether an image with another aspect ratio than its box is cropped, or shown whole. */
  fit?: 'cover' | 'contain';
}

/** An image that falls back to a placeholder when it can't be loaded. */
export function Image({ src, alt, className, fit = 'cover', ...rest }: ImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <img
      src={src === null || src === broken ? placeholder : src}
      alt={alt}
      decoding="async"
      onError={() => setBroken(src)}
      className={clsx(fit === 'cover' ? 'bg-surface-2 object-cover' : 'object-contain', className)}
      {...rest}
    />
  );
}
