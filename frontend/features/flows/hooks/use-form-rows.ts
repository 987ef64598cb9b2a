import { useFormContext, useFormState, useWatch } from 'react-hook-form';

/**
 * Returns the entries of a form's list. Unlike those of `useFieldArray`, added entries are not validated at once, so
 * that a new row does not begin with an error.
 */
export const useFormRows = <T extends object>(name: string) => {
  const { getValues, setValue } = useFormContext();
  const { isSubmitted } = useFormState();
  // Cast: the form's values have the type of its schema.
  const rows = useWatch({ name }) as readonly T[];
  const change = (edit: (rows: readonly T[]) => readonly T[]): void =>
    setValue(name, [...edit(getValues(name))], { shouldDirty: true, shouldValidate: isSubmitted });
  return {
    rows,
    append: (row: T) => change((all) => [...all, row]),
    remove: (index: number) => change((all) => all.filter((_row, at) => at !== index)),
    move: (from: number, to: number) =>
      change((all) => {
        const others = all.filter((_row, at) => at !== from);
        return [...others.slice(0, to), ...all.slice(from, from + 1), ...others.slice(to)];
      }),
  };
};
