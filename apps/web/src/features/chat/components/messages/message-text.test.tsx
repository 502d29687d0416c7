import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MessageText } from './message-text.tsx';

const TEXT = 'hi @ada, see https://example.org/?to=@ada:tea:, "><img src=x>';
const emotes = [{ name: 'tea', url: '/tea.webp' }];
const markupOf = (props: { withoutLinks?: boolean }) =>
  renderToStaticMarkup(<MessageText text={TEXT} emotes={emotes} self="ada" {...props} />);

it('shows an address in a message as one link, whatever it contains, and the rest as text', () => {
  const links = markupOf({}).match(/<a [^>]*>[^<]*<\/a>/g);
  expect(links).toHaveLength(1);
  expect(links?.[0]).toContain('href="https://example.org/?to=@ada:tea"');
  expect(links?.[0]).toContain('rel="noopener noreferrer nofollow ugc"');
  expect(links?.[0]).toContain('target="_blank"');
  expect(markupOf({})).not.toContain('<img');
});

it('shows no links in the overlay of a stream', () => {
  expect(markupOf({ withoutLinks: true })).not.toContain('<a ');
});
