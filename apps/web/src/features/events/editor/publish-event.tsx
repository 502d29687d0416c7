import type { OwnEvent } from '@tributary/contracts/events';
import { useState } from 'react';
import { formatMoment } from '@/lib/format/dates.ts';
import { t } from '@/lib/messages/t.ts';
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
        {t('events.publish.publish')}
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
      toast.failure(t('events.publish.failed'), error);
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={t('events.publish.title')}
      description={t('events.publish.effect')}
      open={open}
      onOpenChange={onOpenChange}
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t('ui.cancel')}
          </Button>
          <Button busy={busy} onClick={() => void publish()}>
            {t('events.publish.confirm')}
          </Button>
        </>
      }
    >
      <Switch
        label={TICKET_HOLDERS_ONLY}
        hint={
          takesStreams
            ? t('events.audience.fromUntil', { time: formatMoment(gateStart(event)) })
            : t('events.audience.everyone')
        }
        checked={takesStreams}
        onChange={setTakesStreams}
      />
    </Dialog>
  );
}
