import { useInstance } from '@/lib/instance.ts';
import { Mark } from './mark.tsx';

/** The logo of the instance, or else the mark of the product. The name is beside it. */
export function Logo({ className }: { className: string }) {
  const url = useInstance().data?.logoUrl;
  return url ? (
    <img src={url} alt="" className={`${className} object-contain`} />
  ) : (
    <Mark className={`${className} text-accent`} />
  );
}
