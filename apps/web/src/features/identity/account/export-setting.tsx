import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '@/lib/api/client.ts';
import { download } from '@/lib/browser/download.ts';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { toast } from '@/ui/feedback/toaster.tsx';
import { Setting } from '@/ui/forms/setting.tsx';

export function ExportSetting({ username }: { username: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const data = await call('GET /api/me/export');
      download(`${username}.json`, 'application/json', `${JSON.stringify(data, null, 2)}\n`);
    } catch (error) {
      toast.failure(t('identity.export.failed'), error);
    }
    setBusy(false);
  };
  return (
    <Setting title={t('identity.export.title')} lead={t('identity.export.lead')}>
      <Button variant="secondary" busy={busy} onClick={save}>
        {!busy && <Download size={16} aria-hidden="true" />}
        {t('ui.export')}
      </Button>
    </Setting>
  );
}
