import { Check, Copy, Download } from 'lucide-react';
import { download } from '@/lib/browser/download.ts';
import { useInstanceName } from '@/lib/instance.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { useCopy } from '@/ui/forms/copy-field.tsx';

/** Shows backup codes, with buttons to copy or download them. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const instance = useInstanceName();
  const text = codes.join('\n');
  const { copied, copy } = useCopy(text, t('identity.backup.codes'));
  const save = () =>
    download(
      `${instance.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-backup-codes.txt`,
      'text/plain',
      `${t('identity.backup.file', { instance })}\n\n${text}\n`,
    );
  return (
    <div className="flex flex-col gap-4">
      <ul
        aria-label={t('identity.backup.codes')}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-media bg-surface-1 p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={copy}>
          {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
          {t('ui.copy.copy')}
        </Button>
        <Button variant="secondary" size="sm" onClick={save}>
          <Download size={16} aria-hidden="true" />
          {t('identity.backup.download')}
        </Button>
      </div>
    </div>
  );
}
