import type { Preview } from '@/features/discovery/index.ts';
import { Picture } from '@/ui/picture.tsx';

export const LivePreview: Preview = ({ poster }) => <Picture src={poster} alt="" className="size-full" />;
