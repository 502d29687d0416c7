import { Link } from '@tanstack/react-router';
import { COMMENT_ORDERS, type CommentOrder } from '@tributary/contracts/comments';
import type { StreamId } from '@tributary/contracts/shared';
import { clsx } from 'clsx';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { useSetRecordingComments } from '../api/queries.ts';

const ORDERS: Readonly<Record<CommentOrder, string>> = {
  top: t('comments.order.top'),
  newest: t('comments.order.newest'),
};

interface OrderSwitchProps {
  order: CommentOrder;
  onChange: (order: CommentOrder) => void;
}

/** Chooses which comments come first. */
export const OrderSwitch = ({ order, onChange }: OrderSwitchProps) => (
  <fieldset className="flex gap-1 rounded-control bg-surface-2 p-1">
    <legend className="sr-only">{t('comments.order')}</legend>
    {COMMENT_ORDERS.map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={one === order}
        className={clsx(
          'h-8 rounded-[6px] px-3 font-medium text-sm transition-colors duration-(--duration-fast) max-sm:h-10',
          one === order ? 'bg-ground text-ink' : 'text-muted hover:text-ink',
        )}
        onClick={() => onChange(one)}
      >
        {ORDERS[one]}
      </button>
    ))}
  </fieldset>
);

interface CommentsSwitchProps {
  streamId: StreamId;
  isOn: boolean;
  isChannelOn: boolean;
}

/** Turns the comments of a recording on or off, for its creator. */
export function CommentsSwitch({ streamId, isOn, isChannelOn }: CommentsSwitchProps) {
  const change = useSetRecordingComments(streamId, t('comments.settings.failed'));
  if (!isChannelOn) {
    return (
      <Button asChild variant="secondary" size="sm" className="max-sm:h-11">
        <Link to="/dashboard/streamer/vods">{t('comments.settings.open')}</Link>
      </Button>
    );
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      className="max-sm:h-11"
      busy={change.isPending}
      onClick={() => change.mutate(!isOn)}
    >
      {isOn ? t('comments.turnOff') : t('comments.turnOn')}
    </Button>
  );
}
