import { PAGE_BODY_MAX, type Page, type PageSlug } from '@tributary/contracts/pages';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { ErrorState } from '@/ui/feedback/error-state.tsx';
import { Skeleton } from '@/ui/feedback/loading.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Textarea } from '@/ui/forms/inputs.tsx';
import { ConfirmButton } from '@/ui/overlays/confirm-dialog.tsx';
import { usePage, useSavePage } from '../api/use-page.ts';
import { Markdown } from './markdown.tsx';

/** Edits an information page, beside a preview. */
export function PageEditor({ slug }: { slug: PageSlug }) {
  const page = usePage(slug);
  if (page.data)
    return <Editor key={slug} page={page.data} reload={async () => (await page.refetch()).data} />;
  if (page.isError) return <ErrorState message={messageOf(page.error)} onRetry={() => void page.refetch()} />;
  return <Skeleton className="h-96 rounded-media" />;
}

function Editor({ page, reload }: { page: Page; reload: () => Promise<Page | undefined> }) {
  // The version being edited, which a background refetch must not replace.
  const [base, setBase] = useState(page);
  const [body, setBody] = useState(page.body);
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState(false);
  const save = useSavePage(page.slug);

  const begin = (from: Page) => {
    setBase(from);
    setBody(from.body);
    setProblem(undefined);
    setConflict(false);
  };
  const submit = async () => {
    setProblem(undefined);
    try {
      begin(await save.mutateAsync({ body, version: base.version }));
      toast.success(t('pages.editor.saved'));
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'page_changed') setConflict(true);
      setProblem((error instanceof ApiProblem && error.fieldError('/body')) || messageOf(error));
    }
  };
  const restore = async () => {
    begin(await save.mutateAsync(null));
  };

  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <div className="flex flex-col gap-2">
        <Field label={t('pages.editor.text')} error={problem} hint={t('pages.editor.markdown')}>
          {(control) => (
            <Textarea
              {...control}
              value={body}
              maxLength={PAGE_BODY_MAX}
              rows={24}
              dir="auto"
              onChange={(event) => setBody(event.target.value)}
              className="max-h-[70dvh] font-mono text-sm"
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button busy={save.isPending} disabled={body.trim() === base.body.trim()} onClick={submit}>
            {t('pages.editor.save')}
          </Button>
          {conflict && (
            <Button variant="secondary" onClick={async () => begin((await reload()) ?? base)}>
              {t('pages.editor.reload')}
            </Button>
          )}
          {base.version > 0 && (
            <ConfirmButton
              label={t('pages.editor.restoreDefault')}
              button={{ variant: 'quiet' }}
              title={t('pages.editor.restoreTitle')}
              description={t('pages.editor.restoreEffect')}
              confirm={t('pages.editor.restore')}
              onConfirm={restore}
              done={t('pages.editor.restored')}
              failure={t('pages.editor.notRestored')}
            />
          )}
        </div>
      </div>
      <section aria-label={t('pages.editor.preview')} className="rounded-media bg-surface-1 p-6">
        <Markdown>{body}</Markdown>
      </section>
    </div>
  );
}
