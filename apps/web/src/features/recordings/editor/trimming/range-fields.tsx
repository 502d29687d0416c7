import type { MediaRange } from '@tributary/contracts/recordings';
import { X } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ClockField } from './clock-field.tsx';
import type { TrimDraft } from './trim-draft.ts';

/** How long a new cut is. */
const NEW_CUT_MS = 10_000;

interface RangeFieldsProps {
  draft: TrimDraft;
  isExact: boolean;
  onChange: (draft: TrimDraft) => void;
  /** Where the preview is. */
  position: () => number;
}

/** What a draft keeps and cuts out, as times. */
export function RangeFields({ draft, isExact, onChange, position }: RangeFieldsProps) {
  const { window, cuts } = draft;
  const setCut = (at: number, part: Partial<MediaRange>) =>
    onChange({ window, cuts: cuts.map((cut, i) => (i === at ? { ...cut, ...part } : cut)) });
  const addCut = () => {
    const startMs = position();
    onChange({ window, cuts: [...cuts, { startMs, endMs: Math.min(startMs + NEW_CUT_MS, window.endMs) }] });
  };
  return (
    <>
      <Row
        name={t('recordings.trim.keep')}
        isExact={isExact}
        range={window}
        labels={[t('recordings.trim.first'), t('recordings.trim.last')]}
        onChange={(part) => onChange({ window: { ...window, ...part }, cuts })}
        position={position}
      />
      {cuts.map((cut, i) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: cuts have no identity, and stay in their order
          key={i}
          name={t('recordings.trim.cut', { number: i + 1 })}
          isExact={isExact}
          range={cut}
          labels={[
            t('recordings.trim.cutStart', { number: i + 1 }),
            t('recordings.trim.cutEnd', { number: i + 1 }),
          ]}
          onChange={(part) => setCut(i, part)}
          removeLabel={t('recordings.trim.removeCut', { number: i + 1 })}
          onRemove={() => onChange({ window, cuts: cuts.filter((_, at) => at !== i) })}
          position={position}
        />
      ))}
      <div>
        <Button variant="secondary" size="sm" onClick={addCut}>
          {t('recordings.trim.cutOut')}
        </Button>
      </div>
    </>
  );
}

interface RowProps {
  name: string;
  isExact: boolean;
  range: MediaRange;
  labels: readonly [string, string];
  onChange: (part: Partial<MediaRange>) => void;
  removeLabel?: string;
  onRemove?: () => void;
  position: () => number;
}

function Row({ name, isExact, range, labels, onChange, removeLabel, onRemove, position }: RowProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex min-h-10 items-center justify-between">
        <span className="font-medium text-sm">{name}</span>
        {onRemove && (
          <Button variant="quiet" size="icon" aria-label={removeLabel} onClick={onRemove}>
            <X size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ClockField
          label={labels[0]}
          valueMs={range.startMs}
          isExact={isExact}
          onChange={(startMs) => onChange({ startMs })}
          position={position}
        />
        <span className="text-muted text-sm">{t('recordings.trim.to')}</span>
        <ClockField
          label={labels[1]}
          valueMs={range.endMs}
          isExact={isExact}
          onChange={(endMs) => onChange({ endMs })}
          position={position}
        />
      </div>
    </div>
  );
}
