import type { OwnEvent } from '@tributary/contracts/events';
import { useState } from 'react';
import { formatMoment } from '@/lib/dates.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Switch } from '@/ui/forms/switch.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';
import { gateStart } from '../event-time.ts';
import { TICKET_HOLDERS_ONLY, useSetEventStreams } from '../streams/stream-audience.tsx';

interface PublishEventProps {
  event: OwnEvent;
  busy: boolean;
  onPublish: () => Promise<void>;
}

/** Publishes a draft. For a paid event, asks who can watch the streams first. */
export function PublishEvent({ event, busy, onPublish }: PublishEventProps) {
  const [open, setOpen] = useState(false);
  const isPaid = event.priceCents > 0;
  return (
    <>
      <Button busy={busy && !open} onClick={() => (isPaid ? setOpen(true) : void onPublish())}>
        Publish
      </Button>
      {isPaid && <Question event={event} open={open} onOpenChange={setOpen} onPublish={onPublish} />}
    </>
  );
}

interface QuestionProps extends Omit<PublishEventProps, 'busy'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function Question({ event, open, onOpenChange, onPublish }: QuestionProps) {
  const [takesStreams, setTakesStreams] = useState(event.takesStreams);
  const [busy, setBusy] = useState(false);
  const save = useSetEventStreams(event.id);
  const publish = async () => {
    setBusy(true);
    try {
      if (takesStreams !== event.takesStreams) await save.mutateAsync(takesStreams);
      await onPublish();
      onOpenChange(false);
    } catch (error) {
      toast.failure('Couldn’t publish the event', error);
    }
    setBusy(false);
  };
  return (
    <Dialog
      title="Publish this event?"
      description="Your followers are told at once."
      open={open}
      onOpenChange={onOpenChange}
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void publish()}>
            Publish event
          </Button>
        </>
      }
    >
      <Switch
        label={TICKET_HOLDERS_ONLY}
        hint={
          takesStreams
            ? `From ${formatMoment(gateStart(event))}, half an hour before the event, until its end, your stream is for people with a ticket.`
            : 'Everyone will be able to watch the event without a ticket.'
        }
        checked={takesStreams}
        onChange={setTakesStreams}
      />
    </Dialog>
  );
}
