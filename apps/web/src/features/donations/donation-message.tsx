/** The message of a donation; renders nothing for an empty one. */
export function DonationMessage({ children }: { children: string }) {
  if (children === '') return null;
  return (
    <p dir="auto" className="max-w-[60ch] font-normal text-muted [overflow-wrap:anywhere]">
      {children}
    </p>
  );
}
