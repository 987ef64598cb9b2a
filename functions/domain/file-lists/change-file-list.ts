import type { fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import type { BodyOf } from '@prosa/shared/contracts/route.ts';
import type { FileList, FileListOption } from '@prosa/shared/entities/file-list.ts';

type Written = BodyOf<typeof fileListRoutes.create>;

/**
 * Returns the list's fields as a request describes them. Options that the list had keep their id and file; options
 * with new, foreign and repeated ids get a new id and no file.
 */
export const fieldsFrom = (
  { name, message, options }: Written,
  had: readonly FileListOption[],
  makeId: () => string,
): Pick<FileList, 'name' | 'message' | 'options'> => {
  const free = new Map(had.map((option) => [option.id, option]));
  return {
    name,
    message,
    options: options.map((option) => {
      const known = option.id === undefined ? undefined : free.get(option.id);
      if (known === undefined) return { id: makeId(), name: option.name, media: null };
      free.delete(known.id);
      return { ...known, name: option.name };
    }),
  };
};

/** A request's naming of the option that a file is for. */
export interface Naming {
  id: string | undefined;
  name: string | undefined;
}

/**
 * Returns the option of each file, in the order of the files: the one with its id, else the first without a file that
 * has its name. Each option is used once.
 * @returns undefined if a file has no option
 */
export const optionsOfFiles = (
  options: readonly FileListOption[],
  files: readonly Naming[],
): string[] | undefined => {
  const taken: string[] = [];
  for (const { id, name } of files) {
    const free = options.filter((option) => !taken.includes(option.id));
    const option =
      free.find((one) => one.id === id) ?? free.find((one) => one.media === null && one.name === name);
    if (option === undefined) return undefined;
    taken.push(option.id);
  }
  return taken;
};
