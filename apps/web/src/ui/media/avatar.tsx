import { Avatar as Primitive } from 'radix-ui';

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

/** A person's image, or the first letter of the name. */
export function Avatar({ name, src, size = 36 }: AvatarProps) {
  const [initial = '?'] = Array.from(new Intl.Segmenter().segment(name.trim()), (part) => part.segment);
  return (
    <Primitive.Root
      aria-hidden="true"
      className="inline-flex shrink-0 select-none overflow-hidden rounded-full"
      style={{ width: size, height: size }}
    >
      {src !== null && <Primitive.Image src={src} alt="" className="size-full object-cover" />}
      <Primitive.Fallback
        delayMs={src === null ? 0 : 400}
        className="flex size-full items-center justify-center font-display font-semibold text-on-media uppercase"
        style={{ background: groundFor(name), fontSize: size * 0.44 }}
      >
        {initial}
      </Primitive.Fallback>
    </Primitive.Root>
  );
}
