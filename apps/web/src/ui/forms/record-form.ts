import { writeAmounts } from '@tributary/contracts/shared';
import { type FieldPath, type FieldValues, useForm } from 'react-hook-form';
import type { ZodType } from 'zod';
import { ApiProblem } from '@/lib/api.ts';
import { toast } from '../feedback/toaster.tsx';

interface RecordFormOptions<Values extends FieldValues, Edit extends object, Saved> {
  /** The text of the fields. When it changes, fields that were edited keep what was entered. */
  values: Values;
  /** Of the contract. */
  schema: ZodType<Edit>;
  /** For the amounts in the messages of the schema. */
  currency: string;
  editOf: (entered: Values) => Edit;
  valuesOf: (saved: Saved) => Values;
  /** The field that shows an error of a property. */
  fieldOf: Readonly<Record<keyof Edit & string, FieldPath<Values>>>;
  save: (edit: Edit) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
}

/** A form that edits a record. Shows what the schema or the server refuses at its field, and other failures as a toast. */
export function useRecordForm<Values extends FieldValues, Edit extends object, Saved>({
  values,
  schema,
  currency,
  editOf,
  valuesOf,
  fieldOf,
  save,
  onSaved,
}: RecordFormOptions<Values, Edit, Saved>) {
  const form = useForm<Values>({ values, resetOptions: { keepDirtyValues: true } });

  /** Moves the focus to the first of the fields, which may be out of sight. @returns whether a field shows a problem */
  function showAtFields(problems: readonly { property: string | undefined; message: string }[]): boolean {
    const shown = Object.entries<FieldPath<Values>>(fieldOf).flatMap(([name, field]) => {
      const problem = problems.find(({ property }) => property === name);
      return problem ? [{ field, message: problem.message }] : [];
    });
    for (const [index, { field, message }] of shown.entries())
      form.setError(field, { message }, { shouldFocus: index === 0 });
    return shown.length > 0;
  }

  const submit = form.handleSubmit(async (entered: Values) => {
    const { data, error } = schema.safeParse(editOf(entered));
    const issues = error?.issues ?? [];
    showAtFields(
      issues.map(({ path, message }) => ({
        property: String(path[0]),
        message: writeAmounts(message, currency),
      })),
    );
    if (!data) return;
    try {
      const saved = await save(data);
      // Otherwise `resetOptions` keep what was entered.
      form.reset(valuesOf(saved), { keepDirtyValues: false });
      onSaved(saved);
    } catch (problem) {
      const refused = problem instanceof ApiProblem ? (problem.problem.errors ?? []) : [];
      const problems = refused.map(({ pointer, detail }) => ({
        property: pointer.split('/')[1],
        message: detail,
      }));
      if (!showAtFields(problems)) toast.failure('Couldn’t save', problem);
    }
  });

  return { form, submit };
}
