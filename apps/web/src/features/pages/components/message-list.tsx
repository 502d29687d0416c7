import type { ContactMessage } from '@tributary/contracts';
import { Inbox } from 'lucide-react';
import { messageOf } from '@/lib/query.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/feedback/empty-state.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { keepFocus } from '@/ui/focus.ts';
import { ShowMore } from '@/ui/tables/paging.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/tabs.tsx';
import { Ago } from '@/ui/time.tsx';
import { useMessages, useSetHandled } from '../api/use-messages.ts';

/** Messages from the contact form. */
export function MessageList() {
  return (
    <Tabs defaultValue="open">
      <TabsList aria-label="Messages" className="flex max-w-xs gap-1 rounded-control bg-surface-2 p-1">
        <TabsTrigger value="open">Open</TabsTrigger>
        <TabsTrigger value="handled">Handled</TabsTrigger>
      </TabsList>
      <TabsContent ref={keepFocus} value="open">
        <Messages handled={false} />
      </TabsContent>
      <TabsContent ref={keepFocus} value="handled">
        <Messages handled />
      </TabsContent>
    </Tabs>
  );
}

function Messages({ handled }: { handled: boolean }) {
  const list = useMessages(handled);
  if (list.isPending) return <Skeleton className="h-40 rounded-media" />;
  if (!list.data) return <ErrorState message={messageOf(list.error)} onRetry={() => void list.refetch()} />;
  const messages = list.data.pages.flatMap((page) => page.messages);
  if (messages.length === 0) {
    return (
      <EmptyState icon={Inbox} title={handled ? 'No handled messages' : 'No open messages'}>
        Messages from the contact form appear here and are emailed to admins.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      <ul className="flex flex-col gap-4">
        {messages.map((message) => (
          <li key={message.id}>
            <Message message={message} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} label="Show older" />
    </div>
  );
}

function Message({ message }: { message: ContactMessage }) {
  const setHandled = useSetHandled();
  const handled = message.handledAt !== null;
  const turn = () =>
    setHandled.mutate(
      { id: message.id, handled: !handled },
      { onError: (error) => toast.error('Couldn’t save', { description: messageOf(error) }) },
    );
  return (
    <article className="flex flex-col gap-3 rounded-media bg-surface-1 p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 dir="auto" className="text-base">
          {message.subject}
        </h2>
        <span className="text-muted text-sm">
          <Ago at={message.createdAt} />
        </span>
      </header>
      <p className="text-muted text-sm">
        <bdi>{message.name}</bdi>, {message.email}
        {message.username && <>, signed in as @{message.username}</>}
      </p>
      <p dir="auto" className="max-w-[68ch] whitespace-pre-wrap">
        {message.message}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="secondary" size="sm">
          <a href={`mailto:${message.email}?subject=${encodeURIComponent(`Re: ${message.subject}`)}`}>
            Reply by email
          </a>
        </Button>
        <Button variant="quiet" size="sm" busy={setHandled.isPending} onClick={turn}>
          {handled ? 'Reopen' : 'Mark as handled'}
        </Button>
      </div>
    </article>
  );
}
