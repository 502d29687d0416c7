import { accentCss, accentPalette, hexOf, instanceSettings } from '@tributary/contracts/instance';
import { useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Field } from '@/ui/forms/field.tsx';
import { Input } from '@/ui/forms/inputs.tsx';
import { useSaveSettings } from '../queries.ts';

/** The accent of the product, near which the color field starts. */
const PRODUCT = '#1b6e70';

/** The color of actions and focus. Both themes show it as readable as they need, which the preview shows before saving. */
export function AccentSetting({ accent }: { accent: string | null }) {
  const [text, setText] = useState(accent ?? PRODUCT);
  const [problem, setProblem] = useState<string>();
  const save = useSaveSettings();
  const entered = instanceSettings.shape.accent.safeParse(text);

  const submit = async (next: string | null) => {
    setProblem(undefined);
    try {
      await save.mutateAsync({ accent: next });
      showAccent(next);
      toast.success(t('pages.editor.saved'));
    } catch (error) {
      setProblem((error instanceof ApiProblem && error.fieldError('/accent')) || messageOf(error));
    }
  };

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (entered.success) void submit(entered.data);
        else setProblem(entered.error.issues[0]?.message);
      }}
    >
      <Field label={t('admin.branding.accent')} hint={t('admin.branding.accentHint')} error={problem}>
        {(control) => (
          <span className="grid grid-cols-[minmax(0,9rem)_3.5rem] gap-2">
            <Input
              {...control}
              dir="ltr"
              value={text}
              spellCheck={false}
              className="font-mono rtl:text-right"
              onChange={({ target }) => setText(target.value)}
            />
            <Input
              type="color"
              aria-label={t('admin.branding.pick')}
              value={entered.success && entered.data ? entered.data : PRODUCT}
              className="p-1"
              onChange={({ target }) => setText(target.value)}
            />
          </span>
        )}
      </Field>
      {entered.success && entered.data && <Preview hex={entered.data} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending} disabled={entered.success && entered.data === accent}>
          {t('pages.editor.save')}
        </Button>
        {accent !== null && (
          <Button variant="quiet" disabled={save.isPending} onClick={() => void submit(null)}>
            {t('admin.branding.accentReset')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Replaces the style sheet that the server has written into the page. */
function showAccent(accent: string | null): void {
  document.getElementById('accent')?.remove();
  if (accent === null) return;
  const style = document.createElement('style');
  style.id = 'accent';
  style.textContent = accentCss(accent);
  document.head.append(style);
}

/** Background and text of both themes, which the page around the preview has only one of. */
const GROUNDS = {
  dark: { background: '#0a1114', color: '#eceff0' },
  light: { background: '#f7f3ec', color: '#16262c' },
} as const;

/** A button and a link as each theme shows them, with the colors that they get. */
function Preview({ hex }: { hex: string }) {
  const palette = accentPalette(hex);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(['dark', 'light'] as const).map((theme) => {
        const { accent, onAccent } = palette[theme];
        return (
          <figure
            key={theme}
            style={GROUNDS[theme]}
            className="flex flex-col gap-3 rounded-media border border-line p-4"
          >
            <figcaption className="flex justify-between gap-2 text-sm">
              {t(theme === 'dark' ? 'dashboards.theme.dark' : 'dashboards.theme.light')}
              <bdi className="font-mono">{hexOf(accent)}</bdi>
            </figcaption>
            <span className="flex flex-wrap items-center gap-4">
              <span
                className="inline-flex h-9 items-center rounded-control px-4 font-medium text-sm"
                style={{ background: hexOf(accent), color: hexOf(onAccent) }}
              >
                {t('admin.branding.sampleButton')}
              </span>
              <span className="text-sm underline" style={{ color: hexOf(accent) }}>
                {t('admin.branding.sampleLink')}
              </span>
            </span>
          </figure>
        );
      })}
    </div>
  );
}
