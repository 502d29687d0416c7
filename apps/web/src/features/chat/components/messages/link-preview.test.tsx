import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LinkPreviewCard } from './link-preview.tsx';

it('shows the claims of a page as text below its host, in one link that reveals nothing about the viewer, and loads nothing', () => {
  const hostile = '"><img src=x onerror=alert(1)>';
  const markup = renderToStaticMarkup(
    <LinkPreviewCard
      preview={{
        url: 'https://evil.example/?a="><b>',
        host: 'evil.example',
        title: hostile,
        description: hostile,
        siteName: hostile,
      }}
    />,
  );
  const tags = [...markup.matchAll(/<([a-z][^\s>]*)/g)].map(([, tag]) => tag);
  expect(new Set(tags)).toEqual(new Set(['a', 'span', 'bdi']));
  expect(markup).toContain('rel="noopener noreferrer nofollow ugc"');
  expect(markup.replaceAll(/<[^>]*>/g, '')).toMatch(/^evil\.example · /);
});
