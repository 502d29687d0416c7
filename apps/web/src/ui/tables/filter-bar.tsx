import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { t } from '@/lib/messages/t.ts';
import { Button } from '@/ui/button.tsx';
import { Input, Select } from '@/ui/forms/inputs.tsx';

/** A row of filters above a table. */
export function FilterBar({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      {children}
      {aside && <div className="ms-auto pb-1.5">{aside}</div>}
    </div>
  );
}

interface LabeledProps {
  label: string;
  className?: string;
  children: (id: string) => ReactNode;
}

/** A control below its label. */
function Labeled({ label, className, children }: LabeledProps) {
  const id = useId();
  return (
    <div className={clsx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

interface SearchBoxProps {
  label: string;
  value: string | undefined;
  onSearch: (text: string) => void;
}

/** Searches on submit rather than on each letter, to spare the server. */
export function SearchBox({ label, value = '', onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The search was changed by the back button or another filter.
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  return (
    <search className="min-w-0 flex-1 basis-64">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <Labeled label={label} className="min-w-0 flex-1">
          {(id) => (
            <Input
              id={id}
              type="search"
              dir="auto"
              value={text}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Labeled>
        <Button type="submit" variant="secondary" size="icon" className="size-11" aria-label={t('ui.search')}>
          <Search size={18} aria-hidden="true" />
        </Button>
      </form>
    </search>
  );
}

interface DateFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

interface FilterProps extends DateFilterProps {
  /** Labels by value. The empty value is the default and comes first. */
  options: Readonly<Record<string, string>>;
}

export function Filter({ label, value = '', options, onChange }: FilterProps) {
  return (
    <Labeled label={label} className="min-w-36 max-sm:grow">
      {(id) => (
        <Select id={id} value={value} onChange={(event) => onChange(event.target.value || undefined)}>
          {Object.entries(options).map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </Labeled>
  );
}

export function DateFilter({ label, value = '', onChange }: DateFilterProps) {
  return (
    <Labeled label={label}>
      {(id) => (
        <Input
          id={id}
          type="date"
          value={value}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      )}
    </Labeled>
  );
}
