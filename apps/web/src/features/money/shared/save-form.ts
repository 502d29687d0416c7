import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ZodType } from 'zod';
import { ApiProblem } from '@/lib/api.ts';
import { messageOf } from '@/lib/query.ts';
import { toast } from '@/ui/feedback/toaster.tsx';

interface SaveFormOptions<Values extends FieldValues, Edit extends object, Saved> {
  form: UseFormReturn<Values>;
  /** Of the contract. */
  schema: ZodType<Edit>;
  edit: Edit;
  /** The field that shows an error of a property. */
  fieldOf: Readonly<Record<keyof Edit & string, FieldPath<Values>>>;
  save: (edit: Edit) => Promise<Saved>;
}

/** Saves what was entered. Shows what the schema or the server refuses at its field, and other failures as a toast. */
export async function saveForm<Values extends FieldValues, Edit extends object, Saved>({
  form,
  schema,
  edit,
  fieldOf,
  save,
}: SaveFormOptions<Values, Edit, Saved>): Promise<Saved | null> {
  /** @returns whether a field shows it */
  const place = (property: string | undefined, message: string): boolean => {
    const [, field] = Object.entries<FieldPath<Values>>(fieldOf).find(([name]) => name === property) ?? [];
    if (field) form.setError(field, { message });
    return field !== undefined;
  };
  const { data, error } = schema.safeParse(edit);
  for (const { path, message } of error?.issues ?? []) place(String(path[0]), message);
  if (!data) return null;
  try {
    return await save(data);
  } catch (problem) {
    const refused = problem instanceof ApiProblem ? (problem.problem.errors ?? []) : [];
    const placed = refused.filter(({ pointer, detail }) => place(pointer.split('/')[1], detail));
    if (placed.length === 0) toast.error('Couldn’t save', { description: messageOf(problem) });
    return null;
  }
}
