import type { Gate } from '@tributary/contracts/channels';
import { Lock } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';

/** The audience of a gated stream, recording or clip, in the same words on its card and on its page. */
export const AUDIENCES: Readonly<Record<Gate['kind'], string>> = {
  event: t('ui.audience.event'),
  subscribers: t('ui.audience.subscribers'),
};

/** A badge on the thumbnail of gated content. Renders nothing without a gate. */
export const AccessBadge = ({ gate }: { gate: Gate | null }) =>
  gate && (
    <span className="inline-flex h-6 animate-fade select-none items-center gap-1 rounded-[6px] bg-media-shade px-2 font-semibold text-on-media text-xs">
      <Lock size={13} aria-hidden="true" />
      {AUDIENCES[gate.kind]}
    </span>
  );
