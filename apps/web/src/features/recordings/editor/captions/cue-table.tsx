import { CAPTION_TEXT_MAX } from '@tributary/contracts/recordings';
import { Play, X } from 'lucide-react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Input, Textarea } from '@/ui/forms/inputs.tsx';
import type { CueRow } from './cue-rows.ts';

/** Thousands of fields at once would make typing slow. */
export const ROWS_PER_PAGE = 25;

interface CueTableProps {
  rows: readonly CueRow[];
  page: number;
  onPage: (page: number) => void;
  onRows: (rows: readonly CueRow[]) => void;
  /** Shows the caption in the preview. */
  onShow: (row: CueRow) => void;
}

export function CueTable({ rows, page: wanted, onPage, onRows, onShow }: CueTableProps) {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const page = Math.min(wanted, pages - 1);
  const first = page * ROWS_PER_PAGE;
  const shown = rows.slice(first, first + ROWS_PER_PAGE);
  const change = (key: number, part: Partial<CueRow>) =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className="flex flex-col gap-3">
      {rows.length === 0 && (
        <p className="rounded-media bg-surface-1 px-5 py-4 text-muted text-sm">{t('recordings.cue.none')}</p>
      )}
      <ol className="flex flex-col divide-y divide-line">
        {shown.map((row, i) => {
          const number = first + i + 1;
          return (
            <li key={row.key} className="flex flex-col gap-2 py-3 first:pt-0">
              <div className="flex items-center gap-2">
                <Input
                  aria-label={t('recordings.cue.start', { number })}
                  value={row.start}
                  onChange={({ target }) => change(row.key, { start: target.value })}
                  className="max-w-34 tabular-nums"
                />
                <Input
                  aria-label={t('recordings.cue.end', { number })}
                  value={row.end}
                  onChange={({ target }) => change(row.key, { end: target.value })}
                  className="max-w-34 tabular-nums"
                />
                <span className="ms-auto flex">
                  <Button
                    variant="quiet"
                    size="icon-sm"
                    aria-label={t('recordings.cue.show', { number })}
                    onClick={() => onShow(row)}
                  >
                    <Play size={16} aria-hidden="true" />
                  </Button>
                  <Button
                    variant="quiet"
                    size="icon-sm"
                    aria-label={t('recordings.cue.remove', { number })}
                    onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
                  >
                    <X size={18} aria-hidden="true" />
                  </Button>
                </span>
              </div>
              <Textarea
                aria-label={t('recordings.cue.text', { number })}
                dir="auto"
                rows={1}
                maxLength={CAPTION_TEXT_MAX}
                value={row.text}
                onChange={({ target }) => change(row.key, { text: target.value })}
                className="min-h-11!"
              />
            </li>
          );
        })}
      </ol>
      {pages > 1 && (
        <nav aria-label={t('recordings.cue.pages')} className="flex items-center gap-3 text-sm">
          <Button variant="secondary" size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
            {t('ui.pages.previous')}
          </Button>
          <span className="tabular-nums">
            {t('recordings.cue.range', { first: first + 1, last: first + shown.length, count: rows.length })}
          </span>
          <Button
            variant="secondary"
            size="sm"
            disabled={page === pages - 1}
            onClick={() => onPage(page + 1)}
          >
            {t('ui.pages.next')}
          </Button>
        </nav>
      )}
    </div>
  );
}
