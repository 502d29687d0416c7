import type { StreamId } from '@tributary/contracts/shared';
import { ChartBarBig, Eraser, Rocket, Wrench } from 'lucide-react';
import { call } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/overlays/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/ui/overlays/dropdown-menu.tsx';
import { useStanding } from '../../api/moderation.ts';
import type { ModeratorTool } from '../../engine/composer/commands.ts';
import { RaidDialog } from '../../raids/raid-dialog.tsx';
import { PollDialog } from './poll-dialog.tsx';

interface ModeratorToolsProps {
  streamId: StreamId;
  /** The dialog that the menu or a command has opened. */
  tool: ModeratorTool | null;
  onTool: (tool: ModeratorTool | null) => void;
}

/** Tools for the whole chat, in a menu for moderators. */
export function ModeratorTools({ streamId, tool, onTool }: ModeratorToolsProps) {
  const powers = useStanding(streamId)?.powers ?? [];
  const canChange = powers.includes('room');
  const canRaid = powers.includes('raids');
  if (!canChange && !canRaid) return null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={t('chat.tools.tools')}
            title={t('chat.tools.tools')}
          >
            <Wrench size={16} aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {canChange && (
            <>
              <DropdownMenuItem onSelect={() => onTool('poll')}>
                <ChartBarBig size={16} aria-hidden="true" />
                {t('chat.tools.poll')}
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => onTool('clear')}>
                <Eraser size={16} aria-hidden="true" />
                {t('chat.tools.clear')}
              </DropdownMenuItem>
            </>
          )}
          {canRaid && (
            <DropdownMenuItem onSelect={() => onTool('raid')}>
              <Rocket size={16} aria-hidden="true" />
              {t('chat.tools.raid')}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      <PollDialog streamId={streamId} open={tool === 'poll'} onClose={() => onTool(null)} />
      <ClearDialog streamId={streamId} open={tool === 'clear'} onClose={() => onTool(null)} />
      <RaidDialog streamId={streamId} open={tool === 'raid'} onClose={() => onTool(null)} />
    </>
  );
}

function ClearDialog({
  streamId,
  open,
  onClose,
}: {
  streamId: StreamId;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={t('chat.clear.title')}
      description={t('chat.clear.effect')}
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      confirm={t('chat.tools.clear')}
      onConfirm={() => call('DELETE /api/streams/:id/chat/messages', { params: { id: streamId } })}
      failure={t('chat.clear.failed')}
    />
  );
}
