import type { RecordingVisibility } from '@tributary/contracts/recordings';

export const VISIBILITY: Readonly<Record<RecordingVisibility, string>> = {
  public: 'Public',
  unlisted: 'Unlisted',
  subscribers: 'Subscribers',
  private: 'Private',
};
