import { linkParts } from '@tributary/contracts/shared';
import { Fragment, type ReactNode } from 'react';

/** A user's text with its line breaks, and its web addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
      <WithLinks text={text}>{(plain) => plain}</WithLinks>
    </p>
  );
}

interface WithLinksProps {
  text: string;
  /** The tab index of the links. */
  tabIndex?: number | undefined;
  /** Renders the parts that are not links. */
  children: (plain: string) => ReactNode;
}

/** The web addresses of a text as links, which send no referrer and do not endorse their targets. */
export function WithLinks({ text, tabIndex, children }: WithLinksProps) {
  return linkParts(text).map((part, index) =>
    part.href === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
      <Fragment key={index}>{children(part.text)}</Fragment>
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
        key={index}
        href={part.href}
        tabIndex={tabIndex}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        // The host stays in front, whatever letters follow.
        dir="ltr"
        className="text-accent underline"
      >
        {part.text}
      </a>
    ),
  );
}
