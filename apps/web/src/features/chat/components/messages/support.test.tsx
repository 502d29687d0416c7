import type { ChatMessage, ChatSupport } from '@tributary/contracts/chat';
import { userId } from '@tributary/contracts/shared';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MessageRow } from './message-row.tsx';

const author = {
  id: userId.parse('01900000-0000-7000-8000-000000000001'),
  username: 'coral',
  displayName: 'Coral',
  badges: [],
};

function markupOf(text: string | null, support?: ChatSupport): string {
  const message: ChatMessage = {
    number: 1,
    clientId: '01900000-0000-7000-8000-000000000002',
    sentAt: '2026-11-20T10:00:00.000Z',
    author,
    kind: 'system',
    text,
    replyTo: null,
    ...(support && { support }),
  };
  return renderToStaticMarkup(
    <MessageRow message={message} self={null} isCurrent={false} onAuthor={() => undefined} />,
  );
}

it("shows a donation in the color of money, with the donor's message below, in which addresses are not links", () => {
  const markup = markupOf('Ann (guest) donated $7.00: Hi https://evil.example', {
    kind: 'donation',
    headline: 'Ann (guest) donated $7.00',
  });
  expect(markup).toContain('bg-amber-soft');
  expect(markup).toMatch(/<bdi[^>]*>Ann \(guest\) donated \$7\.00<\/bdi>/);
  expect(markup).toMatch(/<bdi[^>]*>Hi https:\/\/evil\.example<\/bdi>/);
  expect(markup).not.toContain('<a ');
  // The headline contains the donor's name, and the channel's own would be misleading.
  expect(markup).not.toContain('Coral');
});

it('shows other lines of the server, and a refunded donation, without the highlight', () => {
  for (const text of ['A moderator cleared the chat', null]) expect(markupOf(text)).not.toContain('amber');
});
