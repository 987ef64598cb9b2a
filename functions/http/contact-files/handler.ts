import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { createExport, listExports } from './export-contacts.ts';
import { routes } from './function.ts';
import { getImport, listImports, startImport, uploadImport } from './import-contacts.ts';
import { importOne } from './import-one.ts';
import { importChats, importPhone } from './import-phone.ts';

export const handler = bindRoutes(routes, {
  upload: uploadImport,
  listImports,
  getImport,
  startImport,
  importOne,
  importPhone,
  importChats,
  createExport,
  listExports,
});
