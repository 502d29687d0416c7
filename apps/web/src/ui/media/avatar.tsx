import { Image } from './image.tsx';

interface AvatarProps {
  name: string;
  src: string | null;
  /** Diameter in pixels. */
  size?: number;
}

/** Background colors for initials; a name always gets the same one. */
const GROUNDS = ['oklch(0.42 0.07 190)', 'oklch(0.42 0.07 235)', 'oklch(0.44 0.06 150)'];

function groundFor(name: string): string | undefined {
  let sum = 0;
  for (const character of name) sum += character.codePointAt(0) ?? 0;
  return GROUNDS[sum % GROUNDS.length];
}

/** A person's image, or the first letter of the name if there is none. */
export function Avatar({ name, src, size = 36 }: AvatarProps) {
  const [initial = '?'] = Array.from(new Intl.Segmenter().segment(name.trim()), (part) => part.segment);
  return (
    <span
      aria-hidden="true"
      className="inline-flex shrink-0 select-none overflow-hidden rounded-full"
      style={{ width: size, height: size }}
    >
      {src !== null ? (
        <Image src={src} alt="" className="size-full" />
      ) : (
        <span
          className="flex size-full items-center justify-center font-display font-semibold text-on-media uppercase"
          style={{ background: groundFor(name), fontSize: size * 0.44 }}
        >
          {initial}
        </span>
      )}
    </span>
  );
}
