import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { CopyField } from '@/ui/forms/copy-field.tsx';
import { Dialog } from '@/ui/overlays/dialog.tsx';

/** Offers the calendar of a channel, which calendar apps keep up to date. */
export function CalendarSubscription({ username }: { username: string }) {
  const [open, setOpen] = useState(false);
  const address = `${window.location.host}/api/streamers/${username}/schedule.ics`;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <CalendarPlus size={16} aria-hidden="true" />
        {t('schedule.calendar.add')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('schedule.calendar.title')}
        description={t('schedule.calendar.lead')}
        actions={
          <>
            <Button asChild variant="secondary">
              <a href={`/api/streamers/${username}/schedule.ics`} download>
                {t('schedule.calendar.download')}
              </a>
            </Button>
            <Button asChild>
              <a href={`webcal://${address}`}>{t('schedule.calendar.open')}</a>
            </Button>
          </>
        }
      >
        <CopyField
          label={t('schedule.calendar.address')}
          value={`${window.location.protocol}//${address}`}
          onSurface
        />
      </Dialog>
    </>
  );
}
