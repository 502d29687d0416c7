import { partsOf } from '@/lib/links.ts';

/** A text that somebody wrote, with its line breaks, and its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
      {partsOf(text).map((part, index) =>
        part.href === null ? (
          part.text
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
            key={index}
            href={part.href}
            rel="nofollow ugc noreferrer"
            target="_blank"
            className="text-accent"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  );
}
