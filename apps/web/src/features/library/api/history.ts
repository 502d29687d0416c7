import { useApiPages } from '@/lib/use-api.ts';

export const useHistory = () => useApiPages('GET /api/me/history', {}, { staleTime: 0 });
