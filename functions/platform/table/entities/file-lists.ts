import { fileListSchema } from '@prosa/shared/entities/file-list.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { defineEntity } from '../define-entity.ts';
import { keys } from '../keys.ts';

export const FileList = defineEntity({
  name: 'fileList',
  schema: fileListSchema,
  scope: 'tenant',
  key: keys.fileList,
  indexes: {
    g1: ({ id, name }) => keys.fileListByName({ normalizedName: normalizeForSearch(name), id }),
  },
});
