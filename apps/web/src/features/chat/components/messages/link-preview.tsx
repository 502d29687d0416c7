import type { LinkPreview } from '@tributary/contracts/chat';

/** The metadata of a linked page. Its host comes first, since the rest may claim anything. */
export function LinkPreviewCard({
  preview: { url, host, title, description, siteName },
  tabIndex,
}: {
  preview: LinkPreview;
  tabIndex?: number;
}) {
  return (
    <a
      href={url}
      tabIndex={tabIndex}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="mt-1 mb-0.5 flex max-w-md flex-col rounded-control border border-line bg-surface-1 px-2 py-1 hover:bg-surface-3"
    >
      <span className="truncate text-muted text-xs">
        {host}
        {siteName && (
          <>
            {' · '}
            <bdi>{siteName}</bdi>
          </>
        )}
      </span>
      <bdi className="truncate font-semibold text-ink">{title}</bdi>
      {description && <bdi className="truncate text-muted text-xs">{description}</bdi>}
    </a>
  );
}
