import type { StreamId } from '@tributary/contracts/shared';
import { ChartBarBig, Megaphone, Rocket } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { useStanding } from '../api/moderation.ts';
import { AnnounceDialog } from '../components/room/announce-dialog.tsx';
import { PollDialog } from '../components/room/poll-dialog.tsx';
import { RaidDialog } from '../raids/raid-dialog.tsx';

type Tool = 'announce' | 'poll' | 'raid';

/** Buttons that start announcements, polls and raids in the chat of the creator's live stream. */
export function StudioTools({ streamId }: { streamId: StreamId }) {
  const powers = useStanding(streamId)?.powers ?? [];
  const [tool, setTool] = useState<Tool | null>(null);
  const close = () => setTool(null);
  return (
    <>
      {powers.includes('room') && (
        <>
          <Button variant="secondary" size="sm" onClick={() => setTool('announce')}>
            <Megaphone size={16} aria-hidden="true" />
            {t('chat.tools.announce')}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setTool('poll')}>
            <ChartBarBig size={16} aria-hidden="true" />
            {t('chat.tools.poll')}
          </Button>
        </>
      )}
      {powers.includes('raids') && (
        <Button variant="secondary" size="sm" onClick={() => setTool('raid')}>
          <Rocket size={16} aria-hidden="true" />
          {t('chat.tools.raid')}
        </Button>
      )}
      <AnnounceDialog streamId={streamId} open={tool === 'announce'} onClose={close} />
      <PollDialog streamId={streamId} open={tool === 'poll'} onClose={close} />
      <RaidDialog streamId={streamId} open={tool === 'raid'} onClose={close} />
    </>
  );
}
