import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { routes } from './function.ts';
import { getFileList, listFileLists, listFileListsBriefly } from './list-file-lists.ts';
import { removeFileList } from './remove-file-list.ts';
import { createFileList, updateFileList } from './save-file-list.ts';
import { uploadFiles } from './upload-files.ts';

export const handler = bindRoutes(routes, {
  list: listFileLists,
  listBrief: listFileListsBriefly,
  get: getFileList,
  create: createFileList,
  update: updateFileList,
  remove: removeFileList,
  upload: uploadFiles,
});
