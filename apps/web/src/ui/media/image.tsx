import { clsx } from 'clsx';
import { type ImgHTMLAttributes, useState } from 'react';
import placeholder from './placeholder.svg';

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src' | 'alt'> {
  /** Null, or an address that fails, shows the placeholder. */
  src: string | null;
  /** Empty where the text beside the picture already says it. */
  alt: string;
}

/** A picture that never leaves a torn image: what cannot be loaded becomes the placeholder. */
export function Picture({ src, alt, className, ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <img
      src={src === null || src === broken ? placeholder : src}
      alt={alt}
      decoding="async"
      onError={() => setBroken(src)}
      className={clsx('bg-surface-2 object-cover', className)}
      {...rest}
    />
  );
}
