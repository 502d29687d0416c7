/** The message of a donation, if there is one. */
export function Words({ children }: { children: string }) {
  if (children === '') return null;
  return (
    <p dir="auto" className="max-w-[60ch] font-normal text-muted [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}
