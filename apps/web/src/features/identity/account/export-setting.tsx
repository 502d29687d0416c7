import { Download } from 'lucide-react';
import { useState } from 'react';
import { call } from '@/lib/api.ts';
import { download } from '@/lib/download.ts';
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
      toast.failure('Couldn’t export your data', error);
    }
    setBusy(false);
  };
  return (
    <Setting title="Your data" lead="Download what this instance stores about you as a JSON file.">
      <Button variant="secondary" busy={busy} onClick={save}>
        {!busy && <Download size={16} aria-hidden="true" />}
        Export
      </Button>
    </Setting>
  );
}
