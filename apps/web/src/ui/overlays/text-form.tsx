import { useState } from 'react';
import { ApiProblem } from '@/lib/api/client.ts';
import { messageOf } from '@/lib/api/query-client.ts';
import { toast } from '../feedback/toaster.tsx';
import { Field } from '../forms/field.tsx';
import { Input, Textarea } from '../forms/inputs.tsx';
import { DialogForm } from './dialog-form.tsx';

interface TextField {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Whether it is a sentence or more, rather than a line such as a hash. */
  readonly isProse?: boolean;
}

interface TextFormProps<Name extends string> {
  /** The fields by the server's names for them, in their order. */
  fields: Readonly<Record<Name, TextField>>;
  /** The label of the button. */
  action: string;
  isDanger?: boolean;
  send: (values: Readonly<Record<Name, string>>) => Promise<unknown>;
  /** The toast after success. */
  done: string;
  onClose: () => void;
}

/** A dialog's form of a few texts. Shows the server's refusals at their fields, and other failures at the first one. */
export function TextForm<Name extends string>(props: TextFormProps<Name>) {
  const { fields, action, isDanger = false, send, done, onClose } = props;
  const names = Object.keys(fields) as Name[];
  const [values, setValues] = useState(() => Object.fromEntries(names.map((name) => [name, ''])));
  const submit = async () => {
    await send(values as Record<Name, string>);
    toast.success(done);
  };
  return (
    <DialogForm action={action} isDanger={isDanger} onSubmit={submit} onClose={onClose}>
      {(error) =>
        names.map((name, index) => {
          const { label, hint, isProse } = fields[name];
          const onChange = ({ target }: { target: { value: string } }) =>
            setValues({ ...values, [name]: target.value });
          const value = values[name] ?? '';
          return (
            <Field key={name} label={label} hint={hint} error={problemAt(index, names, error)}>
              {(control) =>
                isProse ? (
                  <Textarea {...control} dir="auto" rows={3} value={value} onChange={onChange} />
                ) : (
                  <Input
                    {...control}
                    dir="auto"
                    spellCheck={false}
                    autoComplete="off"
                    value={value}
                    onChange={onChange}
                  />
                )
              }
            </Field>
          );
        })
      }
    </DialogForm>
  );
}

function problemAt(index: number, names: readonly string[], error: unknown): string | undefined {
  if (error === null) return undefined;
  const problems = names.map((name) =>
    error instanceof ApiProblem ? error.fieldError(`/${name}`) : undefined,
  );
  return problems[index] ?? (index === 0 && !problems.some(Boolean) ? messageOf(error) : undefined);
}
