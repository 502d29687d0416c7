import { Search } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '@/ui/button.tsx';
import { Input } from '@/ui/input.tsx';
import { Select } from '@/ui/select.tsx';

/** What narrows a table down, in one row above it. */
export function FilterBar({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      {children}
      {aside && <div className="ms-auto pb-1.5">{aside}</div>}
    </div>
  );
}

interface SearchBoxProps {
  label: string;
  value: string | undefined;
  onSearch: (text: string) => void;
}

/** Searches when it is submitted: each letter would ask the server. */
export function SearchBox({ label, value = '', onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // What is looked for came from elsewhere: a step back, another filter.
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  const id = useId();
  return (
    <search className="min-w-0 flex-1 basis-64">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(text.trim());
        }}
      >
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <label htmlFor={id} className="font-medium text-sm">
            {label}
          </label>
          <Input
            id={id}
            type="search"
            dir="auto"
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" variant="secondary" size="icon" className="size-11" aria-label="Search">
          <Search size={18} aria-hidden="true" />
        </Button>
      </form>
    </search>
  );
}

interface FilterProps {
  label: string;
  value: string | undefined;
  /** Value and words; the first, without a value, is all. */
  options: readonly (readonly [value: string, words: string])[];
  onChange: (value: string | undefined) => void;
}

export function Filter({ label, value = '', options, onChange }: FilterProps) {
  const id = useId();
  return (
    <div className="flex min-w-36 flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value || undefined)}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface DateFilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function DateFilter({ label, value = '', onChange }: DateFilterProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </div>
  );
}
